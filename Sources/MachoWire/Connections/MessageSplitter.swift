import MachoSystem

/// Splits the bytes of a connection into messages.
package struct MessageSplitter {
  /// A frame of the input.
  package enum Frame {
    case message(String)
    /// An invalid message that can be skipped.
    case invalid(WireError)
    /// An error after which the next message cannot be found.
    case unrecoverable(WireError)
  }

  private let framing: Framing
  private let limit: Int
  private var lines: LineSplitter
  private var headed: ContentLengthSplitter

  /// Creates a splitter that skips messages of more than `limit` bytes.
  package init(_ framing: Framing, limit: Int) {
    self.framing = framing
    self.limit = limit
    lines = LineSplitter(limit: limit)
    headed = ContentLengthSplitter(limit: limit)
  }

  /// Adds bytes of the connection.
  package mutating func append(_ chunk: ArraySlice<UInt8>) {
    switch framing {
    case .lines: lines.append(chunk)
    case .contentLength: headed.append(chunk)
    }
  }

  /// Returns the next frame, or `nil` if more bytes are needed.
  package mutating func next(atEnd: Bool) -> Frame? {
    switch framing {
    case .contentLength: return headed.next(atEnd: atEnd)
    case .lines:
      while let line = lines.next(atEnd: atEnd) {
        switch line {
        case .text(let text) where text.isEmpty: continue
        case .text(let text): return .message(text)
        case .unreadable(let error): return .invalid(WireError(error))
        }
      }
      return nil
    }
  }
}

extension WireError {
  /// Describes why a line is not a message.
  init(_ error: LineReadError) {
    switch error {
    case .invalidUTF8(let offset):
      self.init(
        .parseError, "invalid-utf8", "the message is not UTF-8: byte \(offset + 1) is invalid")
    case .tooLong(let limit):
      self.init(
        .limitExceeded, "too-long", "the message is longer than \(limit) bytes; it was skipped")
    case .failed:
      self.init(.parseError, "unreadable", "the connection cannot be read")
    }
  }
}
