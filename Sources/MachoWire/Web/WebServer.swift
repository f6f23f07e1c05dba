import FlyingSocks
import Foundation
import MachoLocks
import MachoSystem

/// Serves the inspector's page on 127.0.0.1, and connects its WebSockets to a server's Unix socket.
///
/// Other web pages in the same browser must not reach a session. A request therefore needs the token
/// from the printed address; its `Host` must be the address of this server, so that no other name
/// can be resolved to it; and a WebSocket's `Origin` must be the page's own.
///
/// Connections are threads: tasks of this process run on the store's executor, which a web server
/// must not depend on.
package final class WebServer: Sendable {
  /// What a connection is served with.
  struct Configuration: Sendable {
    /// The page.
    var page: @Sendable () -> String
    /// The path of the Unix socket.
    var socketPath: String
    /// Changes each message to a page.
    var redact: @Sendable (String) -> String
    var port: UInt16
    var token: String
    var limits = WireLimits()

    /// The names under which this server may be addressed.
    var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }
  }

  private let socket: Socket
  private let configuration: Configuration
  private let connections = WebConnectionTable()

  /// Starts listening. Throws `SocketPath.Failure` if the port cannot be used.
  ///
  /// - Parameters:
  ///   - port: The port; 0 selects a free one.
  ///   - socketPath: The path of the Unix socket of the server with the sessions.
  ///   - redact: Changes each message to a page, on any thread.
  ///   - page: Returns the page for the address of its WebSocket.
  package init(
    port: UInt16, socketPath: String, redact: @escaping @Sendable (String) -> String,
    page: @escaping @Sendable (_ connection: String) -> String
  ) throws {
    let socket = try Socket.closedOnExec(domain: AF_INET)
    try socket.setValue(true, for: .localAddressReuse)
    do {
      try socket.bind(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
    } catch {
      throw SocketPath.Failure(
        description: "cannot listen on port \(port)\(systemReason(of: error))")
    }
    guard case .ip4(_, let actualPort) = try socket.sockname() else {
      throw SocketError.disconnected
    }
    self.socket = socket
    configuration = Configuration(
      page: { page("ws://127.0.0.1:\(actualPort) ws://localhost:\(actualPort)") },
      socketPath: socketPath, redact: redact, port: actualPort, token: Self.makeToken())
  }

  /// The address of the page, with the token.
  package var address: String {
    "http://127.0.0.1:\(configuration.port)/?token=\(configuration.token)"
  }

  /// Accepts connections on a new thread. Returns whether it could be created.
  package func start() -> Bool { PosixThread { [self] in acceptConnections() }.hasStarted }

  private func acceptConnections() {
    while true {
      let descriptor = acceptConnection(socket.file.rawValue)
      guard descriptor >= 0 else {
        // Out of descriptors, or the client has disconnected.
        if errno != EINTR { usleep(20_000) }
        continue
      }
      let number = connections.add(descriptor)
      let thread = PosixThread { [self] in
        WebConnection(descriptor, number, in: connections, configuration).serve()
      }
      guard !thread.hasStarted else { continue }
      connections.removeIdle(number)
      close(descriptor)
    }
  }

  /// Returns 128 random bits.
  private static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
