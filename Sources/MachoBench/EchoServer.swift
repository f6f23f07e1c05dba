import FlyingSocks
import Foundation

/// The baseline of the server: on the same library, it writes back each chunk that it reads.
enum EchoServer {
  /// Listens at a path until the process is terminated. Starts one task for each connection.
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
    // An error means that the client disconnected.
    while let chunk = try? await connection.read(atMost: 4096), !chunk.isEmpty {
      guard (try? await connection.write(Data(chunk))) != nil else { break }
    }
    // The connection is closed even if this throws.
    try? connection.close()
  }
}
