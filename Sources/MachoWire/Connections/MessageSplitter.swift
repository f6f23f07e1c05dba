import MachoStreams
import MachoValues

/// Cuts what comes over a connection into messages.
struct MessageSplitter {
  /// What was cut off.
  enum Frame {
    case message(String)
    /// What is no message, and can be passed over.
    case invalid(WireError)
    /// Nobody can tell where the next message begins.
    case unrecoverable(WireError)
  }

  private let framing: Framing
  private let limit: Int
  private var lines: LineSplitter
  private var headed: ContentLengthSplitter

  init(_ framing: Framing, limit: Int) {
    self.framing = framing
    self.limit = limit
    lines = LineSplitter(limit: limit)
    headed = ContentLengthSplitter(limit: limit)
  }

  mutating func append(_ chunk: ArraySlice<UInt8>) {
    switch framing {
    case .lines: lines.append(chunk)
    case .contentLength: headed.append(chunk)
    }
  }

  /// The next message; nil when more bytes are needed.
  mutating func next(atEnd: Bool) -> Frame? {
    switch framing {
    case .contentLength: return headed.next(atEnd: atEnd)
    case .lines:
      while let line = lines.next(atEnd: atEnd) {
        switch line {
        case .text(let text) where text.isEmpty: continue
        case .text(let text): return .message(text)
        case .unreadable(let why): return .invalid(WireError(why))
        }
      }
      return nil
    }
  }
}

extension WireError {
  /// Why a line is no message.
  init(_ why: LineReadError) {
    switch why {
    case .invalidUTF8(let offset):
      self.init(
        .parseError, "invalid-utf8", "the message is not UTF-8: byte \(offset + 1) is wrong")
    case .tooLong(let limit):
      self.init(
        .limitExceeded, "too-long", "the message is longer than \(limit) bytes; it was left out")
    case .failed:
      self.init(.parseError, "unreadable", "the connection cannot be read")
    }
  }
}
