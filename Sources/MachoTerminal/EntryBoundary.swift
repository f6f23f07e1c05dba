/// Decides which lines belong to one entry.
package struct EntryBoundary: Sendable {
  /// Starts an entry. The returned function takes the entry's lines one by one and returns whether
  /// the entry is complete.
  package let startEntry: @Sendable () -> (_ line: String) -> Bool

  /// Creates a rule that takes each line once, so its cost is linear in the length of the entry.
  package init(beginEntry: @escaping @Sendable () -> (_ line: String) -> Bool) {
    self.startEntry = beginEntry
  }

  /// Each line is an entry.
  package static let everyLine = EntryBoundary { { _ in true } }
}
