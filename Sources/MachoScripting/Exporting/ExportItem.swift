import MachoSessions

/// One item of an exported session: a line that ran, or a phase or comment between two lines.
enum ExportItem {
  /// A `##` line.
  case phase(String)
  /// A `#` line.
  case comment(String)
  /// A command with its outcome.
  case line(JournalLine)
}

/// Converts a session, item by item, to another format.
protocol SessionExporter {
  /// Consumes the next item. Call this before the next line runs: the item reads the live session.
  mutating func consume(_ item: ExportItem)
  /// Returns the whole text, with a final newline.
  mutating func text() throws(Diagnostic) -> String
}
