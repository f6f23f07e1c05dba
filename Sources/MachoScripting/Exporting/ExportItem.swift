import MachoSessions

/// What an export is made of: the lines of a session, with what a script says between them.
enum ExportItem {
  /// A `##` line.
  case phase(String)
  /// A `#` line.
  case comment(String)
  /// A command, and what it did.
  case line(JournalLine)
}

/// Takes a session item by item, and writes it in another form.
protocol SessionExporter {
  /// Takes the next item, while what its line can ask of the session is still so.
  mutating func consume(_ item: ExportItem)
  /// The whole text, with a final newline.
  mutating func text() throws(Diagnostic) -> String
}
