import Synchronization

/// The position of a feature in the tree of presented features: the IDs of its ancestors and its
/// own.
///
/// PERFORMANCE: a linked list from the last child to the first. Appending is one allocation, and
/// prefixes are shared.
struct NavigationIDPath: Hashable, Sendable {
  private let last: Node?

  private final class Node: Sendable {
    let id: NavigationID
    let parentPath: NavigationIDPath
    /// PERFORMANCE: computed on first use, because most effects of children are never looked up.
    ///
    /// SAFETY: two threads that compute it at the same time get the same value.
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

  /// The path of a root feature.
  static let root = NavigationIDPath(last: nil)

  /// Returns the path of a child.
  func appending(_ id: NavigationID) -> Self {
    Self(last: Node(id: id, before: self))
  }

  /// The path of the feature that presents this one.
  var parent: Self? { last?.parentPath }

  // PERFORMANCE: inlined, because each send compares two paths, which are mostly identical.
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
