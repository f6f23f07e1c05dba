import CustomDump
import MachoMetadata

/// The plan of a set, of a dictionary, and of whatever else is looked at value by value to be shown,
/// but is no instance of a class and has a `==`: that tells where they lie whether two are equal.
final class ComparedPlan: Plan, @unchecked Sendable {
  private let comparison: Comparison
  private let identification: Identification?

  /// Nil for a type without `==`, and for those whose values are told apart otherwise: an AnyHashable
  /// is cast to whatever is in it, and some stand for instances of classes.
  init?(comparing type: Any.Type) {
    guard type != AnyHashable.self, !(type is any _CustomDiffObject.Type),
      let comparison = Comparison(of: type)
    else { return nil }
    self.comparison = comparison
    identification = Identification(of: type)
    super.init(type)
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ met: inout MetPairs
  ) -> Bool { comparison.areEqual(left, right) }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identification?.areIdentical(left, right) ?? false
  }
}
