import MachoStreams

/// What comes of asking for a line.
package enum TerminalInput: Sendable, Equatable {
  /// An entry without its last newline; several lines where a delimiter stayed open.
  case line(String)
  /// Ctrl-C: the line that was being typed is dropped, and there will be no other for the request.
  case interrupted
  /// A SIGINT while no line was asked for, as Ctrl-C is then. It answers no request.
  case interruptedWhileIdle
  /// Ctrl-D on an empty line, or the end of a file or pipe.
  case endOfInput
  /// A line that is no text. Reading goes on with the next one.
  case unreadable(LineReadError)
}
