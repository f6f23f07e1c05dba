import MachoReporting
import MachoScripting
import MachoSystem
import MachoTerminal

extension LineSourceConfiguration {
  /// Reads lines of the language; posts requests for completions and hints to the prompt's mailbox.
  init(mailbox: Mailbox<Prompt.Message>, _ palette: Palette) {
    self.init(
      completing: { mailbox.post(.completion($0, reply: $1)) },
      hinting: { mailbox.post(.hint($0, reply: $1)) }, palette)
  }

  /// Reads lines of the language, with the given completer and hinter.
  init(
    completing completer: @escaping Completer, hinting hinter: @escaping Hinter, _ palette: Palette
  ) {
    self.init()
    entryBoundary = .promptLine
    self.completer = completer
    self.hinter = hinter
    // Without styles a hint looks like typed text.
    usesStyles = palette.isColored
    // When a script is pasted, only its commands count; expected output is skipped.
    ignoresPastedLine = { $0.hasPrefix("|") || $0.allSatisfy(\.isWhitespace) }
  }
}

extension EntryBoundary {
  /// An entry is a logical line, which continues while a delimiter is open; a backslash command is
  /// one line.
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
