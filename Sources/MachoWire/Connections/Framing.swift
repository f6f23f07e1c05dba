import MachoMetadata
import MachoValues

/// How messages are delimited in a stream of bytes.
package enum Framing: String, CaseIterable, Sendable {
  /// One message per line.
  case lines
  /// After a `Content-Length` header, as in LSP and DAP.
  case contentLength = "content-length"

  /// Returns the framed bytes of a message.
  package func bytes(of message: JSONValue) -> [UInt8] {
    var bytes = ByteBuffer()
    message.write(to: &bytes)
    return framed(bytes)
  }

  /// Returns the framed bytes of an encoded message.
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

  /// Returns the framed bytes of an encoded message.
  func framed(_ message: [UInt8]) -> [UInt8] {
    switch self {
    case .lines: message + [UInt8(ascii: "\n")]
    case .contentLength: Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
    }
  }
}

extension Framing {
  /// Returns the message for a connection that is refused.
  package func refusal(_ error: WireError) -> String {
    String(decoding: bytes(of: Response.message(nil, error)), as: UTF8.self)
  }
}
