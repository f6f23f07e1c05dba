import CustomDump
import MachoMetadata

/// The plan of an `Equatable` type that is dumped by its mirror, such as a set or a dictionary.
/// Values are compared in place by `==`, and by their mirrors if it may ignore a part of them.
/// Classes do not have this plan.
///
/// SAFETY: as every plan, it is immutable once it is published; see `DiffPlan`.
final class EquatableDiffPlan: DiffPlan, @unchecked Sendable {
  private let equality: DumpEquality
  private let identity: IdentityWitness?

  /// Returns `nil` for a type without `==`, for `AnyHashable` (which casts expose as its contents),
  /// and for `_CustomDiffObject`s (which represent class instances).
  init?(comparing type: Any.Type) {
    guard type != AnyHashable.self, !(type is any _CustomDiffObject.Type),
      let equality = DumpEquality(
        of: type, comparesParts: type is any _UnorderedCollection.Type)
    else { return nil }
    self.equality = equality
    identity = IdentityWitness(of: type)
    super.init(type)
  }

  override func areEqual(
    _ left: ValueAddress, _ right: ValueAddress, _ visited: inout VisitedPairs
  ) -> Bool {
    equality.areEqual(left, right) {
      MirrorEquality.areShownEqual(left.anyValue(as: type), right.anyValue(as: type), &visited)
    }
  }

  override func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    identity?.areIdentical(left, right) ?? false
  }
}
