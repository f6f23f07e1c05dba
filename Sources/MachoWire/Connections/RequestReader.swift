import MachoSystem

/// Reads a client's bytes and decodes its requests.
struct RequestReader: Sendable {
  private let descriptor: Int32
  private let framing: Framing
  private let limit: Int
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var decoder: (any RequestDecoder)?
  /// The error for a client whose first byte starts no dialect.
  private var dialectError: WireError?
  /// The client's dialect. `json` until it is known.
  private(set) var dialect = Connection.Dialect.json
  /// Whether nothing more is read. There may still be requests to decode.
  private(set) var isAtEnd = false

  init(_ descriptor: Int32, _ framing: Framing, limit: Int) {
    self.descriptor = descriptor
    self.framing = framing
    self.limit = limit
  }

  /// Returns the next request that was read, or `nil` if more must be read.
  mutating func next() -> IncomingMessage? {
    if let dialectError {
      self.dialectError = nil
      return .invalid(dialectError, nil)
    }
    defer { if decoder?.isBroken == true { isAtEnd = true } }
    return decoder?.next(atEnd: isAtEnd)
  }

  /// Reads once. Blocks until there is input.
  mutating func read() {
    switch ReadResult.next(from: descriptor, into: &buffer) {
    case .bytes(let bytes): consume(bytes)
    case .noData: break
    case .end, .failed: isAtEnd = true
    }
  }

  private mutating func consume(_ chunk: ArraySlice<UInt8>) {
    var bytes = chunk
    if decoder == nil {
      bytes = framing == .lines ? bytes.drop { $0 == 0x0A || $0 == 0x0D } : bytes
      guard let first = bytes.first else { return }
      do throws(WireError) { try selectDialect(first) } catch {
        (dialectError, isAtEnd) = (error, true)
      }
    }
    decoder?.append(bytes)
  }

  /// Selects the dialect that starts with a byte.
  private mutating func selectDialect(_ first: UInt8) throws(WireError) {
    switch first {
    case _ where framing == .contentLength, UInt8(ascii: "{"):
      decoder = JSONRequestDecoder(MessageSplitter(framing, limit: limit))
    case UInt8(ascii: "["):
      throw WireError(
        .invalidRequest, "bad-request", "batches are not supported: send the requests one by one")
    case 0xEF, 0xFE, 0xFF:
      throw WireError(
        .invalidRequest, "byte-order-mark", "the connection begins with a byte-order mark")
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      throw WireError(.invalidRequest, "bad-request", "the connection begins with a blank")
    default:
      dialect = .text
      decoder = TextRequestDecoder(limit: limit)
    }
  }
}
