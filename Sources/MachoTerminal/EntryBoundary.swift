/// Says which lines belong together in one entry.
package struct EntryBoundary: Sendable {
  /// Begins an entry. The function it returns is given the entry's lines one by one, and says after
  /// each whether the entry is complete.
  package let startEntry: @Sendable () -> (_ line: String) -> Bool

  /// A rule that looks at each line once, so that an entry of many lines costs no more than its
  /// length.
  package init(beginEntry: @escaping @Sendable () -> (_ line: String) -> Bool) {
    self.startEntry = beginEntry
  }

  /// A rule that looks at the whole entry, its lines joined by newlines, after each of its lines.
  package init(isComplete: @escaping @Sendable (String) -> Bool) {
    self.init {
      var entry: String?
      return { line in
        entry = entry.map { $0 + "\n" + line } ?? line
        return isComplete(entry ?? line)
      }
    }
  }

  /// Each line is an entry.
  package static let everyLine = EntryBoundary { { _ in true } }
}
