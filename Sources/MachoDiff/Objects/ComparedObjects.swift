import MachoMetadata

/// The contents of objects in the two values that a diff compares.
struct ComparedObjects: Sendable {
  /// Set while a diff compares values whose objects differ. Otherwise, the same object is equal to itself.
  @TaskLocal static var current: ComparedObjects?

  private let old: ObjectContents
  private let new: ObjectContents
  /// The objects whose content differs, and those that refer to them.
  private let affected: Set<ObjectIdentifier>

  /// Returns `nil` if no object differs.
  init?(_ old: ObjectContents, _ new: ObjectContents) {
    var pending = new.changed(since: old)
    guard !pending.isEmpty else { return nil }
    var affected = Set(pending)
    while let id = pending.popLast() {
      for contents in [old, new] {
        for referrer in contents.instances[id]?.referrers ?? []
        where affected.insert(referrer).inserted {
          pending.append(referrer)
        }
      }
    }
    self.old = old
    self.new = new
    self.affected = affected
  }

  /// Whether something that the object shows differs.
  func differs(_ object: ObjectIdentifier) -> Bool { affected.contains(object) }

  /// Returns the content of an object on one side of the diff. `nil` for other values, and for an
  /// object that was not captured.
  static func instance(of value: Any, _ side: Side) -> ObjectContents.Instance? {
    guard type(of: value) is AnyClass, let current else { return nil }
    return (side == .old ? current.old : current.new).instances[
      ObjectIdentifier(value as AnyObject)]
  }
}

/// Returns the diff of two states with the given contents of their objects. `nil` if they are equal.
package func stateDiff<T>(
  _ old: T, _ oldObjects: ObjectContents, _ new: T, _ newObjects: ObjectContents
) -> String? {
  ComparedObjects.$current.withValue(ComparedObjects(oldObjects, newObjects)) {
    stateDiff(old, new)
  }
}

/// Returns the change between two states whose objects have the given contents, or `nil` if they are
/// equal.
package func stateChange<T>(
  _ old: T, _ oldObjects: ObjectContents, _ new: T, _ newObjects: ObjectContents
) -> Change? {
  ComparedObjects.$current.withValue(ComparedObjects(oldObjects, newObjects)) {
    stateChange(old, new)
  }
}
