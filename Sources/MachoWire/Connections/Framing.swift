import MachoMetadata
import MachoValues

/// How messages are told from each other in a stream of bytes.
package enum Framing: String, CaseIterable, Sendable {
  /// One a line.
  case lines
  /// Behind a header that says how long it is, as LSP and DAP have it.
  case contentLength = "content-length"

  /// The bytes of a message.
  func bytes(of message: JSONValue) -> [UInt8] {
    var bytes = ByteBuffer()
    message.write(to: &bytes)
    return framed(bytes)
  }

  /// The bytes of a message of which the text is there.
  func framed(_ message: borrowing ByteBuffer) -> [UInt8] {
    var bytes = ByteBuffer()
    switch self {
    case .lines:
      bytes.append(message)
      bytes.append(UInt8(ascii: "\n"))
    case .contentLength:
      bytes.append("Content-Length: \(message.count)\r\n\r\n")
      bytes.append(message)
    }
    return bytes.bytes(from: 0)
  }

  /// The bytes of a message that is written already.
  func framed(_ message: [UInt8]) -> [UInt8] {
    switch self {
    case .lines: message + [UInt8(ascii: "\n")]
    case .contentLength: Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }
  }
}

extension Framing {
  /// What a client is told who is one too many.
  package func connectionLimitMessage(ofMoreThan count: Int) -> String {
    let error = WireError(
      .limitExceeded, "too-many-connections", "a server has at most \(count) connections")
    return String(decoding: bytes(of: Response.message(nil, error)), as: UTF8.self)
  }
}
