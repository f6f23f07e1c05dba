extension String {
  /// The text without escape sequences of colours, other styles and links, which the compiler may also print if
  /// its output is not a terminal.
  package var withoutTerminalStyles: String {
    guard utf8.contains(0x1B) else { return self }
    return replacing(/\u{1B}\[[0-9;:]*m|\u{1B}\]8;[^\u{1B}\u{07}]*(?:\u{1B}\\|\u{07})/, with: "")
  }
}
