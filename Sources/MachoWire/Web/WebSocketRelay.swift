import Foundation
import MachoLocks
import MachoSystem
import MachoValues

/// Passes the messages of a page to a server's Unix socket, one a line, and the server's back.
///
/// The page is thus a client like any other, with its own process and limits.
final class WebSocketRelay: Sendable {
  private let page: Int32
  private let server: Int32
  private let configuration: WebServer.Configuration
  /// Held while a frame is written.
  private let output = Lock(())

  init(_ page: Int32, _ server: Int32, _ configuration: WebServer.Configuration) {
    self.page = page
    self.server = server
    self.configuration = configuration
  }

  /// Relays until one side ends, and closes the connection to the server. `rest` is what was read
  /// behind the handshake.
  func run(_ rest: ArraySlice<UInt8>) {
    let reader = PosixThread { [self] in
      LineSplitter.readAll(from: server) { line in
        send(WebSocketFrames.frame(.text, Array(configuration.redact(line).utf8)))
      }
      send(WebSocketFrames.close(1001))
      // The other thread sees the end.
      shutdown(page, Int32(SHUT_RDWR))
    }
    if reader.hasStarted { readPage(rest) }
    shutdown(server, Int32(SHUT_RDWR))
    if reader.hasStarted { reader.join() }
    close(server)
  }

  private func readPage(_ rest: ArraySlice<UInt8>) {
    var decoder = WebSocketDecoder(limit: configuration.limits.message)
    decoder.append(rest)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      while let input = decoder.next() { guard handle(input) else { return } }
      switch ReadResult.next(from: page, into: &buffer) {
      case .bytes(let chunk): decoder.append(chunk)
      case .noData: continue
      case .end, .failed: return
      }
    }
  }

  /// Handles an input. Returns whether the connection continues.
  private func handle(_ input: WebSocketDecoder.Input) -> Bool {
    switch input {
    case .message(let text):
      // Encoded again: JSON may contain line breaks, which end a message of the server.
      guard let message = try? JSONValue(parsing: text) else {
        send(WebSocketFrames.close(1007))
        return false
      }
      write(message.text + "\n", to: server)
      return true
    case .ping(let payload): send(WebSocketFrames.frame(.pong, payload))
    case .close:
      send(WebSocketFrames.close(1000))
      return false
    case .violation(let status):
      send(WebSocketFrames.close(status))
      return false
    }
    return true
  }

  private func send(_ frame: [UInt8]) {
    output.withLock { _ in write(frame, to: page) }
  }
}
