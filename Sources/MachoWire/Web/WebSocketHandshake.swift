import Foundation

/// The opening handshake of a WebSocket (RFC 6455).
enum WebSocketHandshake {
  /// Returns the headers that accept a request. Returns `nil` if it does not ask for a WebSocket.
  static func headers(for head: HTTPRequestHead) -> [(String, String)]? {
    guard head.contains("websocket", in: "upgrade"), head.contains("upgrade", in: "connection"),
      head[header: "sec-websocket-version"] == "13", let key = head[header: "sec-websocket-key"],
      Data(base64Encoded: key)?.count == 16
    else { return nil }
    return [
      ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept(key)),
    ]
  }

  /// Returns the proof that the server has read the key.
  static func accept(_ key: String) -> String {
    let text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    return Data(sha1(Array(text.utf8))).base64EncodedString()
  }

  /// The hash that the protocol prescribes (RFC 3174). It protects nothing here.
  private static func sha1(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += withUnsafeBytes(of: (UInt64(message.count) * 8).bigEndian) { Array($0) }
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var words = stride(from: start, to: start + 64, by: 4).map { index in
        bytes[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<80 {
        words.append(
          rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for (index, word) in words.enumerated() {
        let (mixed, constant): (UInt32, UInt32) =
          switch index {
          case 0..<20: (b & c | ~b & d, 0x5a82_7999)
          case 20..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case 40..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        (e, d, c, b, a) = (d, c, rotate(b, 30), a, rotate(a, 5) &+ mixed &+ e &+ constant &+ word)
      }
      for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }
    return state.flatMap { withUnsafeBytes(of: $0.bigEndian) { Array($0) } }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
