import MachoLocks
import MachoSystem
import MachoValues
import MachoWire

/// Messages with a `Content-Length` header on a pair of descriptors.
///
/// Messages that the receiver does not read yet are queued, so that two processes never wait for
/// each other.
package final class MessageChannel {
  /// The descriptors. They may be the same.
  package let input: Int32
  package let output: Int32
  private var splitter: MessageSplitter
  private var outgoing: [UInt8] = []
  private var sent = 0
  /// Whether the other side is gone, or its messages cannot be separated.
  package private(set) var isClosed = false
  /// Why the messages of the other side cannot be separated. `nil` if they can.
  package private(set) var defect: String?

  /// Creates a channel. It does not close the descriptors.
  package init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
    splitter = MessageSplitter(.contentLength, limit: WireLimits().message * 4)
  }

  /// Queues a message and writes as much as the receiver accepts now.
  package func send(_ message: JSONValue) {
    outgoing += Framing.contentLength.bytes(of: message)
    flush()
  }

  /// Whether written bytes are still queued.
  package var hasQueuedOutput: Bool { sent < outgoing.count && !isClosed }

  /// Writes queued bytes as far as that does not block.
  package func flush() {
    while hasQueuedOutput, canWrite(within: 0) { writeSome() }
  }

  /// Writes all queued bytes. Returns when the other side has accepted or closed.
  package func drain() {
    while hasQueuedOutput, canWrite(within: -1) { writeSome() }
  }

  private func canWrite(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&polled, 1, milliseconds) > 0 else { return errno == EINTR && milliseconds < 0 }
    return true
  }

  /// Writes a chunk that does not block: a descriptor that is ready accepts `PIPE_BUF` bytes.
  private func writeSome() {
    let end = min(outgoing.count, sent + 4_096)
    let count = outgoing[sent..<end].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
    if count > 0 {
      sent += count
    } else if errno != EINTR, errno != EAGAIN {
      StandardOutput.recordFailure(errno, of: output)
      isClosed = true
    }
    if sent == outgoing.count {
      outgoing.removeAll(keepingCapacity: outgoing.count < 1 << 16)
      sent = 0
    } else if sent > 1 << 16 {
      outgoing.removeFirst(sent)
      sent = 0
    }
  }

  /// Reads the available bytes and returns the complete messages. A message that is not JSON is `null`.
  package func receive() -> [JSONValue] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    switch ReadResult.next(from: input, into: &buffer) {
    case .bytes(let chunk): splitter.append(chunk)
    case .noData: return []
    case .end, .failed: isClosed = true
    }
    var messages: [JSONValue] = []
    while let frame = splitter.next(atEnd: isClosed) {
      switch frame {
      case .message(let text):
        messages.append((try? JSONValue(parsing: text)) ?? .null)
      case .invalid: messages.append(.null)
      case .unrecoverable(let error):
        defect = error.message
        isClosed = true
        return messages
      }
    }
    return messages
  }
}
