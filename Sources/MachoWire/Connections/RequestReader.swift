import MachoStreams

/// Reads what a client says, and cuts it into requests.
struct RequestReader: Sendable {
  private let descriptor: Int32
  private let framing: Framing
  private let limit: Int
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var intake: (any Intake)?
  /// What the client is told whose first byte begins no dialect.
  private var refusal: WireError?
  /// In what the client speaks, as far as that is known.
  private(set) var dialect = Connection.Dialect.json
  /// Whether nothing more is read: what was read may still have requests.
  private(set) var isAtEnd = false

  init(_ descriptor: Int32, _ framing: Framing, limit: Int) {
    self.descriptor = descriptor
    self.framing = framing
    self.limit = limit
  }

  /// The next request of what was read; nil when more has to be read.
  mutating func next() -> Incoming? {
    if let refusal {
      self.refusal = nil
      return .refused(refusal, nil)
    }
    defer { if intake?.isBroken == true { isAtEnd = true } }
    return intake?.next(atEnd: isAtEnd)
  }

  /// Reads once, and waits until there is something.
  mutating func read() {
    switch Chunk.next(from: descriptor, into: &buffer) {
    case .bytes(let bytes): take(bytes)
    case .nothingYet: break
    case .end, .failed: isAtEnd = true
    }
  }

  private mutating func take(_ chunk: ArraySlice<UInt8>) {
    var bytes = chunk
    if intake == nil {
      bytes = framing == .lines ? bytes.drop { $0 == 0x0A || $0 == 0x0D } : bytes
      guard let first = bytes.first else { return }
      do throws(WireError) { try begin(first) } catch {
        (refusal, isAtEnd) = (error, true)
      }
    }
    intake?.append(bytes)
  }

  /// Chooses the dialect that begins with a byte.
  private mutating func begin(_ first: UInt8) throws(WireError) {
    switch first {
    case _ where framing == .contentLength, UInt8(ascii: "{"):
      intake = MessageIntake(MessageReader(framing, limit: limit))
    case UInt8(ascii: "["):
      throw WireError(
        .noRequest, "bad-request", "batches are not taken: send the requests one by one")
    case 0xEF, 0xFE, 0xFF:
      throw WireError(.noRequest, "byte-order-mark", "the connection begins with a byte-order mark")
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      throw WireError(.noRequest, "bad-request", "the connection begins with a blank")
    default:
      dialect = .text
      intake = TextIntake(limit: limit)
    }
  }
}
