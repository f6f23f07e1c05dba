/// What comes of asking for a line.
package enum TerminalInput: Sendable, Equatable {
  /// An entry without its last newline; several lines where a delimiter stayed open.
  case line(String)
  /// Ctrl-C: the line that was being typed is dropped, and there will be no other for the request.
  case interrupted
  /// A SIGINT while no line was asked for, as Ctrl-C is then. It answers no request.
  case interruptedUnasked
  /// Ctrl-D on an empty line, or the end of a file or pipe.
  case endOfInput
  /// A line that is no text. Reading goes on with the next one.
  case unreadable(UnreadableLine)
}

/// Why a line could not be read.
package enum UnreadableLine: Sendable, Equatable {
  /// The line's byte at `offset` begins no UTF-8 sequence.
  case invalidUTF8(offset: Int)
  /// The line, or the entry it continues, has more bytes than `limit`.
  case tooLong(limit: Int)
  /// The system refused to read, with this `errno`; the end of input follows.
  case failed(errno: Int32)
}
