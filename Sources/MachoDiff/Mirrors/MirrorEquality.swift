import CustomDump
import MachoMetadata

/// Whether custom-dump finds no difference between two values of whatever type.
enum MirrorEquality {
  static func areEqual(_ left: Any, _ right: Any) -> Bool {
    var met = VisitedPairs()
    return areEqual(left, right, &met)
  }

  static func areEqual(_ left: Any, _ right: Any, _ met: inout VisitedPairs) -> Bool {
    let planned: Bool? = withContents(of: left, right) { type, left, right in
      let plan = DiffPlanCache.plan(for: type)
      return plan.usesMirror ? nil : plan.areEqual(left, right, &met)
    }
    if let planned { return planned }
    if let left = instanceIdentifier(left), let right = instanceIdentifier(right),
      !met.insert(left, right)
    {
      return true
    }
    if let left = left as? any Equatable { return equals(left, right) }
    return areEqualByMirror(left, right, &met)
  }

  private static func equals<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value).map { left == $0 } ?? false
  }

  /// What a value is told from others by: itself if it is an instance of a class.
  private static func instanceIdentifier(_ value: Any) -> ObjectIdentifier? {
    if let object = value as? any _CustomDiffObject { return object._objectIdentifier }
    return type(of: value) is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
  }

  /// The same for values without `==`.
  static func areEqualByMirror(_ left: Any, _ right: Any, _ met: inout VisitedPairs) -> Bool {
    let type = type(of: left)
    if type is AnyClass, type == Swift.type(of: right),
      left as AnyObject === right as AnyObject
    {
      return true
    }
    let (old, new) = (Reflection(left), Reflection(right))
    guard old.mirror.subjectType == new.mirror.subjectType,
      old.children.count == new.children.count
    else { return false }
    guard !old.children.isEmpty else {
      return String(describing: left) == String(describing: right)
    }
    return areEqual(old.children, new.children, &met)
  }

  static func areEqual(_ left: [Mirror.Child], _ right: [Mirror.Child]) -> Bool {
    var met = VisitedPairs()
    return left.count == right.count && areEqual(left, right, &met)
  }

  private static func areEqual(
    _ left: [Mirror.Child], _ right: [Mirror.Child], _ met: inout VisitedPairs
  ) -> Bool {
    for (left, right) in zip(left, right)
    where left.label != right.label || !areEqual(left.value, right.value, &met) {
      return false
    }
    return true
  }

  /// Whether two values have the same identity, if they have one.
  static func areIdentical(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any _CustomDiffObject, let right = right as? any _CustomDiffObject {
      return left._objectIdentifier == right._objectIdentifier
    }
    guard let left = left as? any Identifiable else { return false }
    return isIdentical(left, right)
  }

  private static func isIdentical<Value: Identifiable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value).map { left.id == $0.id } ?? false
  }
}
