/// Why a line could not be read.
package enum LineReadError: Sendable, Equatable {
  /// The line's byte at `offset` begins no UTF-8 sequence.
  case invalidUTF8(offset: Int)
  /// The line, or the entry it continues, has more bytes than `limit`.
  case tooLong(limit: Int)
  /// The system refused to read, with this `errno`; the end of input follows.
  case failed(errno: Int32)
}
