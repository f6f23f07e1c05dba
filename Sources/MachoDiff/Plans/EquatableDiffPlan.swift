import CustomDump
import MachoMetadata

/// The plan of a set, of a dictionary, and of whatever else is looked at value by value to be shown,
/// but is no instance of a class and has a `==`: that tells where they lie whether two are equal.
final class EquatableDiffPlan: DiffPlan, @unchecked Sendable {
  private let equality: EqualityWitness
  private let identity: IdentityWitness?

  /// Nil for a type without `==`, and for those whose values are told apart otherwise: an AnyHashable
  /// is cast to whatever is in it, and some stand for instances of classes.
  init?(comparing type: Any.Type) {
    guard type != AnyHashable.self, !(type is any _CustomDiffObject.Type),
      let comparison = EqualityWitness(of: type)
    else { return nil }
    self.equality = comparison
    identity = IdentityWitness(of: type)
    super.init(type)
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout VisitedPairs
  ) -> Bool { equality.areEqual(left, right) }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identity?.areIdentical(left, right) ?? false
  }
}
