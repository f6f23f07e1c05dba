import Dispatch
import FlyingSocks
import Foundation
import MachoLocks

/// Accepts connections on a Unix socket. It runs on its own executor, so a store never waits for
/// it.
package final class SocketListener: Sendable {
  private let socket: Socket

  /// Starts listening at a path that only the current user can connect to.
  package init(path: String) throws {
    let socket = try Socket.closedOnExec(domain: AF_UNIX)
    // The mode is set before the socket exists, so no other user can ever connect.
    let mask = umask(0o177)
    defer { umask(mask) }
    try socket.bind(to: .unix(path: path))
    try socket.listen()
    self.socket = socket
  }

  /// Takes over a listening socket.
  package init(listening descriptor: Int32) {
    socket = Socket(file: .init(rawValue: descriptor))
  }

  /// The listening descriptor.
  package var descriptor: Int32 { socket.file.rawValue }

  /// Accepts connections from processes of the current user. Calls `accept` for one at a time, and
  /// `end` if accepting fails for good.
  package func start(
    accept: @escaping @Sendable (Int32) -> Void,
    onFailure: @escaping @Sendable (any Error) -> Void
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
                // Out of descriptors, or the client has disconnected: later connections may
                // succeed.
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
      } catch { onFailure(error) }
    }
  }
}

/// Runs the accepting tasks on a private queue.
private final class AcceptExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "macho.accept")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    OwnWork.perform {
      queue.async { [self] in
        OwnWork.perform { job.runSynchronously(on: asUnownedTaskExecutor()) }
      }
    }
  }
}
