import CustomDump
import MachoMetadata

/// Equality as custom-dump defines it, for values of any type. An `==` that ignores a part of what
/// the dump shows does not suffice (see `DumpEquality`).
enum MirrorEquality {
  static func areEqual(_ left: Any, _ right: Any) -> Bool {
    var visited = VisitedPairs()
    return areEqual(left, right, &visited)
  }

  static func areEqual(_ left: Any, _ right: Any, _ visited: inout VisitedPairs) -> Bool {
    visited.areEqualInside { areContentsEqual(left, right, &$0) }
  }

  private static func areContentsEqual(
    _ left: Any, _ right: Any, _ visited: inout VisitedPairs
  ) -> Bool {
    let result: Bool? = withContents(of: left, right) { type, left, right in
      let plan = DiffPlanCache.plan(for: type)
      let isKnown = !plan.usesMirror || plan is EquatableDiffPlan
      return isKnown ? plan.areEqual(left, right, &visited) : nil
    }
    if let result { return result }
    // Casts would expose the contents, but not their plan.
    if type(of: left) == AnyHashable.self, type(of: right) == AnyHashable.self,
      let left = left as? AnyHashable, let right = right as? AnyHashable
    {
      return areEqual(left.base, right.base, &visited)
    }
    if let left = instanceIdentifier(left), let right = instanceIdentifier(right) {
      if left == right, let objects = ComparedObjects.current, objects.differs(left) {
        return false
      }
      if !visited.insert(left, right) { return true }
    }
    // The `==` of copies is that of their values, which may ignore parts of them.
    if let old = left as? any _CustomDiffObject, let new = right as? any _CustomDiffObject,
      let old = snapshotValue(old), let new = snapshotValue(new)
    {
      return areEqual(old, new, &visited)
    }
    if let equatable = left as? any Equatable {
      return equals(equatable, right)
        && (!mayIgnoreParts(left) || areShownEqual(left, right, &visited))
    }
    return areEqualByMirror(left, right, &visited)
  }

  private static func equals<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value).map { left == $0 } ?? false
  }

  /// Whether the `==` of the value's type may ignore a part of what its dump shows. The `==` of
  /// instances is relied on.
  private static func mayIgnoreParts(_ value: Any) -> Bool {
    instanceIdentifier(value) == nil && !KnownEquality.isComplete(type(of: value))
  }

  /// Whether the mirrors of two values that are equal by `==` have equal children.
  static func areShownEqual(_ left: Any, _ right: Any, _ visited: inout VisitedPairs) -> Bool {
    let (old, new) = (Reflection(left, .old), Reflection(right, .new))
    guard old.mirror.subjectType == new.mirror.subjectType,
      old.children.count == new.children.count
    else { return false }
    guard !old.children.isEmpty else {
      return String(describing: left).utf8.elementsEqual(String(describing: right).utf8)
    }
    guard old.mirror.subjectType is any _UnorderedCollection.Type else {
      return areEqual(old.children, new.children, &visited)
    }
    let matches = Dictionary(
      new.children.map { (UnorderedChildren.hashKey(of: $0), $0) }, uniquingKeysWith: { $1 })
    for child in old.children {
      guard let match = matches[UnorderedChildren.hashKey(of: child)],
        areEqual([child], [match], &visited)
      else { return false }
    }
    return true
  }

  /// Returns the identifier of a class instance or `_CustomDiffObject`, or `nil` for other values.
  private static func instanceIdentifier(_ value: Any) -> ObjectIdentifier? {
    if let object = value as? any _CustomDiffObject { return object._objectIdentifier }
    return type(of: value) is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
  }

  /// Compares values without `==` by their mirrors.
  static func areEqualByMirror(_ left: Any, _ right: Any, _ visited: inout VisitedPairs) -> Bool {
    let type = type(of: left)
    if type is AnyClass, type == Swift.type(of: right),
      left as AnyObject === right as AnyObject
    {
      return true
    }
    let (old, new) = (Reflection(left, .old), Reflection(right, .new))
    guard old.mirror.subjectType == new.mirror.subjectType,
      old.children.count == new.children.count
    else { return false }
    guard !old.children.isEmpty else {
      return String(describing: left) == String(describing: right)
    }
    return areEqual(old.children, new.children, &visited)
  }

  static func areEqual(_ left: [Mirror.Child], _ right: [Mirror.Child]) -> Bool {
    var visited = VisitedPairs()
    return left.count == right.count && areEqual(left, right, &visited)
  }

  private static func areEqual(
    _ left: [Mirror.Child], _ right: [Mirror.Child], _ visited: inout VisitedPairs
  ) -> Bool {
    for (left, right) in zip(left, right)
    where left.label != right.label || !areEqual(left.value, right.value, &visited) {
      return false
    }
    return true
  }

  /// Whether both values have the same identity. `false` if they have none.
  static func areIdentical(_ left: Any, _ right: Any) -> Bool {
    if let left = left as? any _CustomDiffObject, let right = right as? any _CustomDiffObject {
      if snapshotValue(left) != nil, snapshotValue(right) != nil { return false }
      return left._objectIdentifier == right._objectIdentifier
    }
    if ComparedObjects.current != nil, let left = instanceIdentifier(left),
      left == instanceIdentifier(right)
    {
      return true
    }
    guard let left = left as? any Identifiable else { return false }
    return isIdentical(left, right)
  }

  private static func isIdentical<Value: Identifiable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value).map { left.id == $0.id } ?? false
  }
}
