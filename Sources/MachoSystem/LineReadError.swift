/// The reason why a line could not be read.
package enum LineReadError: Sendable, Equatable {
  /// The byte at `offset` does not start a UTF-8 sequence.
  case invalidUTF8(offset: Int)
  /// The line, or the entry that it continues, has more than `limit` bytes.
  case tooLong(limit: Int)
  /// The system call failed with this `errno`. The end of input follows.
  case failed(errno: Int32)
}
