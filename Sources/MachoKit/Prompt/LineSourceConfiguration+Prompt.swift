import MachoReporting
import MachoScripting
import MachoStreams
import MachoTerminal

extension LineSourceConfiguration {
  /// Reads lines of the language, and asks whoever takes messages for what belongs at the cursor.
  init(asking mailbox: Mailbox<Prompt.Message>, _ palette: Palette) {
    self.init(
      completing: { mailbox.post(.completion($0, reply: $1)) },
      hinting: { mailbox.post(.hint($0, reply: $1)) }, palette)
  }

  /// Reads lines of the language, and asks for what belongs at the cursor.
  init(
    completing completer: @escaping Completer, hinting hinter: @escaping Hinter, _ palette: Palette
  ) {
    self.init()
    entryBoundary = .promptLine
    self.completer = completer
    self.hinter = hinter
    // Else a hint could not be told from what is typed.
    usesStyles = palette.isColored
    // Of a script only its commands are wanted, and what they print is printed anew.
    ignoresPastedLine = { $0.hasPrefix("|") || $0.allSatisfy(\.isWhitespace) }
  }
}

extension EntryBoundary {
  /// A line of the language, which goes on while a delimiter is open; one behind a backslash is whole.
  fileprivate static let promptLine = EntryBoundary {
    var reader: LogicalLineReader?
    return { line in
      if reader == nil, line.hasPrefix(#"\"#) { return true }
      var open = reader ?? LogicalLineReader()
      defer { reader = open }
      return open.consume(line)
    }
  }
}
