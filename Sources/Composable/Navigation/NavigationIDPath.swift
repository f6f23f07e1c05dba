import Synchronization

/// Where a feature stands in the tree of what is shown: the children on the way to it.
///
/// It is a list from the last child to the first, so that to go down costs one step, and each
/// prefix is there already.
struct NavigationIDPath: Hashable, Sendable {
  private let last: Node?

  private final class Node: Sendable {
    let id: NavigationID
    let parentPath: NavigationIDPath
    /// Made when it is first asked for, as most children's effects are never looked for. Two
    /// threads that ask at once find the same.
    private let cachedHash = Atomic(0)

    init(id: NavigationID, before: NavigationIDPath) {
      self.id = id
      self.parentPath = before
    }

    var hash: Int {
      let known = cachedHash.load(ordering: .relaxed)
      if known != 0 { return known }
      var hasher = Hasher()
      hasher.combine(parentPath)
      hasher.combine(id)
      let hash = hasher.finalize()
      cachedHash.store(hash, ordering: .relaxed)
      return hash
    }
  }

  private init(last: Node?) {
    self.last = last
  }

  /// The path of a feature that nobody shows.
  static let root = NavigationIDPath(last: nil)

  /// The path of a child.
  func appending(_ id: NavigationID) -> Self {
    Self(last: Node(id: id, before: self))
  }

  /// The path to the feature that shows this one.
  var parent: Self? { last?.parentPath }

  // Inlined that far, as each send compares two paths, which mostly are one and the same.
  @inline(__always)
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.last === rhs.last || isEqual(lhs, rhs)
  }

  private static func isEqual(_ lhs: Self, _ rhs: Self) -> Bool {
    var (one, two) = (lhs.last, rhs.last)
    while let left = one, let right = two {
      if left === right { return true }
      guard left.hash == right.hash, left.id == right.id else { return false }
      (one, two) = (left.parentPath.last, right.parentPath.last)
    }
    return one == nil && two == nil
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(last?.hash ?? 0)
  }
}
