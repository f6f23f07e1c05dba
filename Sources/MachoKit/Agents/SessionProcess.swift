import Foundation
import MachoAgents
import MachoLocks
import MachoSystem
import MachoWire

/// A process of `macho serve` that belongs to this one: it runs the session of an agent.
final class SessionProcess: Sendable {
  /// The process, until it is reaped.
  private let running: Lock<pid_t?>

  /// Spawns a process with a socket as its standard input and output. It ends with this process.
  private init(_ arguments: [String], _ socket: Int32, lifeline: Int32) throws(SpawnedProcess
    .Failure)
  {
    let child = try SpawnedProcess.spawnConnection(
      ScriptLauncher.executable, arguments, socket: socket, lifeline: lifeline)
    running = Lock(child)
    let thread = PosixThread { [self] in reap(child) }
    guard thread.hasStarted else {
      kill(child, SIGKILL)
      reap(child)
      throw SpawnedProcess.Failure("start a thread", EAGAIN)
    }
  }

  /// Spawns a process and connects to it.
  static func connect(
    _ arguments: [String], lifeline: Int32
  ) throws(SpawnedProcess.Failure) -> AgentConnection {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, streamType, 0, &ends) == 0 else {
      throw SpawnedProcess.Failure("make a socket", errno)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    do throws(SpawnedProcess.Failure) {
      let process = try SessionProcess(arguments, ends[1], lifeline: lifeline)
      return AgentConnection(WireClient(ends[0])) { process.terminate() }
    } catch {
      close(ends[0])
      throw error
    }
  }

  #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
  #else
    /// Closed on `exec` from the start: another thread may spawn a process at any time.
    private static let streamType =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  #endif

  func terminate() {
    running.withLock { child in
      guard let child else { return }
      kill(-child, SIGKILL)
      kill(child, SIGKILL)
    }
  }

  /// Waits for the process to exit and kills its group.
  private func reap(_ child: pid_t) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    // The process ID is not reused before `waitpid`.
    running.withLock { running in
      kill(-child, SIGKILL)
      running = nil
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }
}
