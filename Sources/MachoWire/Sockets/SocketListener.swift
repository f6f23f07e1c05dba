import Dispatch
import FlyingSocks
import Foundation

/// Accepts connections on a Unix socket, on an executor of its own: what it does is nothing that a
/// store could wait for.
package final class SocketListener: Sendable {
  private let socket: Socket

  /// Begins to listen at a path, which nobody else can reach.
  package init(path: String) throws {
    let socket = try Socket(domain: AF_UNIX, type: .stream)
    _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    // Made closed to others: there is no moment in which they could connect.
    let mask = umask(0o177)
    defer { umask(mask) }
    try socket.bind(to: .unix(path: path))
    try socket.listen()
    self.socket = socket
  }

  /// Takes a socket that listens already.
  package init(listening descriptor: Int32) {
    socket = Socket(file: .init(rawValue: descriptor))
  }

  /// The descriptor that listens.
  package var descriptor: Int32 { socket.file.rawValue }

  /// Hands on each connection of this user's processes, one after the other and never on two
  /// threads at once; `end` is called if no more can come.
  package func start(
    accept: @escaping @Sendable (Int32) -> Void, end: @escaping @Sendable (any Error) -> Void
  ) {
    let socket = socket
    Task.detached(executorPreference: AcceptExecutor()) {
      do {
        let pool: some AsyncSocketPool = .make()
        try await pool.prepare()
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await pool.run() }
          group.addTask {
            let listening = try AsyncSocket(socket: socket, pool: pool)
            while true {
              let accepted: AsyncSocket
              do { accepted = try await listening.accept() } catch SocketError.disconnected {
                throw SocketError.disconnected
              } catch {
                // Out of descriptors, or a client that was gone again: others still come.
                try await Task.sleep(for: .milliseconds(20))
                continue
              }
              let descriptor = accepted.socket.file.rawValue
              _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
              _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
              guard PeerCredentials.belongToCurrentUser(descriptor) else {
                close(descriptor)
                continue
              }
              accept(descriptor)
            }
          }
          try await group.next()
        }
      } catch { end(error) }
    }
  }
}

/// Runs the tasks that accept connections, apart from all others.
private final class AcceptExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "macho.accept")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
