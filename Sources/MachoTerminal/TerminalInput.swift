import MachoSystem

/// The reply to a request for a line, or an interrupt.
package enum TerminalInput: Sendable, Equatable {
  /// An entry without its last newline. It has several lines if a delimiter stayed open.
  case line(String)
  /// Ctrl-C while a line was edited. The line is discarded, and the request is completed.
  case interrupted
  /// The owner cancelled the request before anything was typed.
  case cancelled
  /// A SIGINT while no line was requested. It does not complete a request.
  case interruptedWhileIdle
  /// Ctrl-D on an empty line, or the end of a file or pipe.
  case endOfInput
  /// A line that cannot be read. Reading continues with the next line.
  case unreadable(LineReadError)
}
