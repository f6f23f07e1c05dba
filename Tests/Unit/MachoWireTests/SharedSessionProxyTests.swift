import Foundation
import MachoSystem
import MachoValues
import Testing

@testable import MachoWire

/// The proxy between a client and the process of shared sessions, both of which are this test.
@Suite struct SharedSessionProxyTests {
  private let path: String
  private let listener: SocketListener
  private let connection: Connection
  private let proxy: SharedSessionProxy
  private let client: Lines

  init() throws {
    path = NSTemporaryDirectory() + "/macho-\(UUID().uuidString)"
    listener = try SocketListener(path: path)
    let (ours, theirs) = try #require(makeSocketPair())
    let connection = Connection(number: 1, input: ours, output: ours, framing: .lines)
    self.connection = connection
    proxy = SharedSessionProxy(path: path, for: connection, limits: WireLimits())
    client = Lines(theirs)
  }

  @Test func `Without a shared session, only opening one is forwarded`() {
    defer { end() }
    let open = request(1, "open", [.init("name", "shared")])
    #expect(proxy.shouldForward(open, localSessionCount: 0))
    for method in ["open", "sessions", "state", "hello"] {
      #expect(!proxy.shouldForward(request(1, method), localSessionCount: 0))
    }
    let other = request(1, "state", [.init("session", "shared")])
    #expect(!proxy.shouldForward(other, localSessionCount: 0))
  }

  @Test func `An open session gets its requests, and those that name no session`() throws {
    defer { end() }
    let server = try opened()
    defer { server.close() }
    #expect(proxy.openSessionNames == ["shared"])
    let named = request(2, "state", [.init("session", "shared")])
    let unnamed = request(2, "state")
    #expect(proxy.shouldForward(named, localSessionCount: 1))
    #expect(proxy.shouldForward(unnamed, localSessionCount: 0))
    #expect(!proxy.shouldForward(unnamed, localSessionCount: 1))
    #expect(!proxy.shouldForward(request(2, "hello"), localSessionCount: 0))
    #expect(proxy.shouldForward(request(2, "sessions"), localSessionCount: 0))

    forward(request(2, "close", [.init("session", "shared")]))
    #expect(server.next()?["method"] == "close")
    server.send(#"{"jsonrpc":"2.0","id":2,"result":{}}"#)
    #expect(client.next()?["id"] == 2)
    #expect(proxy.openSessionNames == [])
  }

  @Test func `A session that cannot be opened is forgotten`() throws {
    defer { end() }
    let server = try connected()
    defer { server.close() }
    // An error without an ID answers the oldest request.
    server.send(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"no"}}"#)
    let response = client.next()
    #expect(response?["id"] == 1 && response?["error"] != nil)
    #expect(proxy.openSessionNames == [])
  }

  @Test func `When the other process ends, its events end and its requests fail`() throws {
    defer { end() }
    let server = try opened()
    forward(request(2, "subscribe", [.init("session", "shared")]))
    _ = server.next()
    server.send(#"{"jsonrpc":"2.0","id":2,"result":{"seq":4}}"#)
    #expect(client.next()?["id"] == 2)
    forward(request(3, "state", [.init("session", "shared")]))
    _ = server.next()
    server.close()
    let event = client.next()?["params"]
    #expect(event?["kind"] == "ended" && event?["seq"] == 5)
    let response = client.next()
    #expect(response?["id"] == 3)
    #expect(response?["error"]?["data"]?["code"] == "no-such-session")
  }

  // MARK: Messages

  private func request(
    _ id: Int, _ method: String, _ parameters: [JSONValue.Member] = []
  ) -> Request {
    Request(id: RequestID(.integer(id)), method: method, parameters: parameters)
  }

  private func forward(_ request: Request) {
    connection.requests.enqueue(request.id)
    proxy.forward(request, of: connection, localSessions: [])
  }

  /// Forwards a request that opens a session. Returns the connection that the other process accepts.
  private func connected() throws -> Lines {
    forward(request(1, "open", [.init("name", "shared")]))
    let descriptor = accept(listener.descriptor, nil, nil)
    try #require(descriptor >= 0)
    let server = Lines(descriptor)
    #expect(server.next()?["method"] == "open")
    return server
  }

  private func opened() throws -> Lines {
    let server = try connected()
    server.send(#"{"jsonrpc":"2.0","id":1,"result":{"session":"shared"}}"#)
    #expect(client.next()?["id"] == 1)
    return server
  }

  private func end() {
    close(listener.descriptor)
    unlink(path)
    connection.finishReading()
    connection.close()
    client.close()
  }
}

/// One end of a stream of lines.
private final class Lines {
  private let descriptor: Int32
  private var splitter = LineSplitter(limit: 1 << 20)
  private var buffer = [UInt8](repeating: 0, count: 4_096)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func send(_ line: String) { write(line + "\n", to: descriptor) }

  /// Waits for the next line. Returns `nil` at the end.
  func next() -> JSONValue? {
    while true {
      if case .text(let line)? = splitter.next(atEnd: false) {
        return try? JSONValue(parsing: line)
      }
      guard case .bytes(let bytes) = ReadResult.next(from: descriptor, into: &buffer) else {
        return nil
      }
      splitter.append(bytes)
    }
  }

  func close() { Foundation.close(descriptor) }
}
