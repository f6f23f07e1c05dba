import Foundation
import MachoLocks
import MachoSystem

/// One connection of a browser: a request for the page, or a WebSocket.
struct WebConnection {
  private let descriptor: Int32
  private let number: Int
  private let table: WebConnectionTable
  private let configuration: WebServer.Configuration

  /// Creates a connection with its number in a table.
  init(
    _ descriptor: Int32, _ number: Int, in table: WebConnectionTable,
    _ configuration: WebServer.Configuration
  ) {
    self.descriptor = descriptor
    self.number = number
    self.table = table
    self.configuration = configuration
  }

  /// Serves the connection until it ends, and closes it.
  func serve() {
    defer { close(descriptor) }
    setTimeout(10)
    let request = readHead()
    table.removeIdle(number)
    guard let (head, rest) = request else { return respond(400, "bad request") }
    guard table.startServing() else {
      return respond(
        503, "the inspector has at most \(WebConnectionTable.servedLimit) connections: close a page"
      )
    }
    defer { table.finishServing() }
    guard head[header: "host"].map(configuration.hosts.contains) == true else {
      return respond(403, "this server is addressed as 127.0.0.1 only")
    }
    guard hasToken(head) else {
      return respond(403, "the address needs the token that macho printed")
    }
    guard head.method == "GET" else { return respond(405, "only GET is supported") }
    switch head.path {
    case "/": respond(200, configuration.page(), type: "text/html; charset=utf-8")
    case "/socket": serveWebSocket(head, rest)
    default: respond(404, "not found")
    }
  }

  /// Compares the token in a time that does not depend on it.
  private func hasToken(_ head: HTTPRequestHead) -> Bool {
    let (given, token) = (
      Array((head.queryValue("token") ?? "").utf8), Array(configuration.token.utf8)
    )
    return given.count == token.count && zip(given, token).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }

  private func setTimeout(_ seconds: Int) {
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
  }

  // MARK: HTTP

  /// Reads until the empty line below the head. Returns the bytes behind it too.
  private func readHead() -> (HTTPRequestHead, ArraySlice<UInt8>)? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4 << 10)
    let end = Array("\r\n\r\n".utf8)
    while bytes.count < HTTPRequestHead.limit {
      guard case .bytes(let chunk) = ReadResult.next(from: descriptor, into: &buffer) else {
        return nil
      }
      let start = max(0, bytes.count - 3)
      bytes += chunk
      guard bytes.count >= 4,
        let found = (start...bytes.count - 4).first(where: { bytes[$0...].starts(with: end) })
      else { continue }
      let text = String(validating: bytes[..<found], as: UTF8.self)
      return text.flatMap(HTTPRequestHead.init(parsing:)).map { ($0, bytes[(found + 4)...]) }
    }
    return nil
  }

  private static let reasons = [
    101: "Switching Protocols", 200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 502: "Bad Gateway", 503: "Service Unavailable",
  ]

  private func respond(_ status: Int, _ body: String, type: String = "text/plain; charset=utf-8") {
    let body = status == 200 ? body : body + "\n"
    send(
      headText(
        status,
        [
          ("Content-Type", type), ("Content-Length", "\(body.utf8.count)"),
          ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
          ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
          ("Cross-Origin-Opener-Policy", "same-origin"),
          ("Content-Security-Policy", "frame-ancestors 'none'"), ("Connection", "close"),
        ]) + body)
    // Closing with unread input would reset the connection before the client reads the response.
    shutdown(descriptor, Int32(SHUT_WR))
    var buffer = [UInt8](repeating: 0, count: 1 << 10)
    setTimeout(1)
    for _ in 0..<64 {
      guard case .bytes = ReadResult.next(from: descriptor, into: &buffer) else { return }
    }
  }

  private func headText(_ status: Int, _ headers: [(String, String)]) -> String {
    "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n"
      + headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
  }

  private func send(_ text: String) { write(text, to: descriptor) }

  // MARK: WebSocket

  private func serveWebSocket(_ head: HTTPRequestHead, _ rest: ArraySlice<UInt8>) {
    // Browsers always send the header with a WebSocket, and pages cannot change it.
    let origins = configuration.hosts.map { "http://" + $0 }
    guard head[header: "origin"].map(origins.contains) == true else {
      return respond(403, "the page's origin is not this server")
    }
    guard let headers = WebSocketHandshake.headers(for: head) else {
      return respond(400, "not a WebSocket")
    }
    guard let server = try? connectSocket(configuration.socketPath) else {
      return respond(502, "the server of the sessions is gone")
    }
    send(headText(101, headers))
    setTimeout(0)
    WebSocketRelay(descriptor, server, configuration).run(rest)
  }
}
