/// The choices of a run. Equal sequences lead to equal runs.
///
/// The first group contains the choices of the setup, and each further group those of one step. A
/// choice that is missing or too large is replaced by a valid one, so every sequence is a run.
package struct ChoiceSequence: Hashable, Codable, Sendable {
  /// The choices, by group.
  package var groups: [[Int]]

  /// Creates a sequence.
  package init(_ groups: [[Int]]) { self.groups = groups }

  /// The number of steps.
  package var stepCount: Int { max(0, groups.count - 1) }
}

extension ChoiceSequence: Comparable {
  /// The shortlex order: fewer steps first, then smaller choices.
  package static func < (left: Self, right: Self) -> Bool {
    if left.groups.count != right.groups.count { return left.groups.count < right.groups.count }
    for (left, right) in zip(left.groups, right.groups) where left != right {
      return left.lexicographicallyPrecedes(right)
    }
    return false
  }
}
