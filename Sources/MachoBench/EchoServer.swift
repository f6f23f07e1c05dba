import FlyingSocks
import Foundation

/// The peer of the server: on the same library, it reads a chunk and writes it back, and nothing else.
enum EchoServer {
  /// Listens at a path until the process is ended; one task a connection.
  static func run(path: String) async throws {
    let pool: some AsyncSocketPool = .make()
    let socket = try Socket(domain: Int32(sockaddr_un.family), type: .stream)
    try socket.bind(to: .unix(path: path))
    try socket.listen()
    try await pool.prepare()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      let listener = try AsyncSocket(socket: socket, pool: pool)
      group.addTask {
        try await withThrowingDiscardingTaskGroup { connections in
          for try await connection in listener.sockets {
            connections.addTask { await echo(connection) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func echo(_ connection: AsyncSocket) async {
    // An error is the other side's end, one way or the other.
    while let chunk = try? await connection.read(atMost: 4096), !chunk.isEmpty {
      guard (try? await connection.write(Data(chunk))) != nil else { break }
    }
    // It is closed whatever this says.
    try? connection.close()
  }
}
