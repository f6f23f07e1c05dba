/// The frames of a WebSocket (RFC 6455).
enum WebSocketFrames {
  /// The codes of frames that this server handles.
  enum Code: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case close = 0x8
    case ping = 0x9
    case pong = 0xA
  }

  /// Returns an unmasked frame with a whole payload, as servers send it.
  static func frame(_ code: Code, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x80 | code.rawValue]
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count))
    case ...0xFFFF:
      bytes.append(126)
      bytes += bigEndian(UInt16(payload.count))
    default:
      bytes.append(127)
      bytes += bigEndian(UInt64(payload.count))
    }
    return bytes + payload
  }

  /// Returns a frame that closes the connection.
  static func close(_ status: UInt16) -> [UInt8] { frame(.close, bigEndian(status)) }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}

/// Decodes the messages of a client.
struct WebSocketDecoder {
  /// What a client has sent.
  enum Input: Equatable {
    case message(String)
    case ping([UInt8])
    case close
    /// The connection must end with this status.
    case violation(UInt16)
  }

  /// The maximum size of a message in bytes.
  let limit: Int
  private var buffer: [UInt8] = []
  /// The earlier frames of a fragmented message.
  private var fragments: [UInt8]?

  init(limit: Int) { self.limit = limit }

  mutating func append(_ bytes: ArraySlice<UInt8>) { buffer += bytes }

  /// Returns the next input, or `nil` if more bytes are needed.
  mutating func next() -> Input? {
    while true {
      guard buffer.count >= 2 else { return nil }
      let (first, second) = (buffer[0], buffer[1])
      let isFinal = first & 0x80 != 0
      // Extensions are not negotiated, and a client must mask.
      guard first & 0x70 == 0, second & 0x80 != 0,
        let code = WebSocketFrames.Code(rawValue: first & 0x0F)
      else { return .violation(1002) }
      var length = Int(second & 0x7F)
      let isControl = first & 0x08 != 0
      if isControl, !isFinal || length > 125 { return .violation(1002) }
      let lengthSize = length == 126 ? 2 : length == 127 ? 8 : 0
      guard buffer.count >= 6 + lengthSize else { return nil }
      if lengthSize > 0 {
        let value = buffer[2..<2 + lengthSize].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard value <= UInt64(limit) else { return .violation(1009) }
        length = Int(value)
      }
      guard length + (fragments?.count ?? 0) <= limit else { return .violation(1009) }
      let start = 6 + lengthSize
      guard buffer.count >= start + length else { return nil }
      let mask = Array(buffer[2 + lengthSize..<start])
      var payload = Array(buffer[start..<start + length])
      for index in payload.indices { payload[index] ^= mask[index & 3] }
      buffer.removeSubrange(..<(start + length))
      if let input = consume(code, isFinal, payload) { return input }
    }
  }

  /// Consumes a frame. Returns `nil` if its message has more frames.
  private mutating func consume(
    _ code: WebSocketFrames.Code, _ isFinal: Bool, _ payload: [UInt8]
  ) -> Input? {
    switch code {
    case .ping: return .ping(payload)
    case .pong: return nil
    case .close: return .close
    case .text, .continuation:
      guard (code == .continuation) == (fragments != nil) else { return .violation(1002) }
      let whole = (fragments ?? []) + payload
      fragments = isFinal ? nil : whole
      guard isFinal else { return nil }
      guard let text = String(validating: whole, as: UTF8.self) else { return .violation(1007) }
      return .message(text)
    }
  }
}
