#if os(Linux)
  import CMachoKit
  import Foundation
  import MachoLocks

  /// A process of this program that makes a copy of itself for each script, seen by who asks for
  /// them.
  ///
  /// To start a program takes tens of milliseconds, most of them for what is the same each time. A
  /// server does that once, before any script; a copy of it begins where the server stands, and what
  /// a script does to the copy no other script ever sees. Where there is no server, because one does
  /// not come up or has threads, which no copy would have, nobody gets a process from here.
  final class ForkServer: Sendable {
    private struct State {
      enum Phase {
        case unstarted, starting, ready, gone
      }

      var phase = Phase.unstarted
      var identifier: pid_t = 0
      var socket: Int32 = -1
    }

    /// How long a server may take to begin, in milliseconds.
    private static let patience: Int32 = 60_000

    private let executable: String
    private let environment: [String: String]
    private let interruption: Interruption?
    private let state = Lock(State())

    init(
      executable: String = ScriptProcesses.executable, environment: [String: String],
      interruption: Interruption?
    ) {
      self.executable = executable
      self.environment = environment
      self.interruption = interruption
    }

    /// Starts the server, if that was not done, and does not wait for it.
    func start() { state.withLock { start(&$0) } }

    private func start(_ state: inout State) {
      guard state.phase == .unstarted else { return }
      state.phase = .gone
      var ends: [Int32] = [-1, -1]
      guard cmachokit_sockets(&ends) == 0 else { return }
      defer { close(ends[1]) }
      do throws(Spawn.Failure) {
        state.identifier = try Spawn.serving(
          executable, [ServeScriptsCommand.name], environment, socket: ends[1])
        state.socket = ends[0]
        state.phase = .starting
      } catch { close(ends[0]) }
    }

    /// A process for a script; nil where the server cannot make one. Its first caller waits until
    /// the server has begun, and the others for him.
    func fork(_ request: ScriptRequest) -> ForkedScript? {
      let socket = state.withLock { state -> Int32? in
        start(&state)
        if state.phase == .starting {
          state.phase = isGreeted(at: state.socket) ? .ready : .gone
        }
        return state.phase == .ready ? state.socket : nil
      }
      // It stays open until all scripts have ended.
      return socket.flatMap { socket in
        ForkedScript(request, by: socket) { [self] in state.withLock { $0.phase = .gone } }
      }
    }

    /// Waits until the server has begun; `false` when it does not.
    private func isGreeted(at socket: Int32) -> Bool {
      let events = Int16(POLLIN)
      var polled = [
        pollfd(fd: socket, events: events, revents: 0),
        pollfd(fd: interruption?.descriptor ?? -1, events: events, revents: 0),
      ]
      while poll(&polled, 2, Self.patience) < 0, errno == EINTR || errno == EAGAIN {}
      guard polled[0].revents != 0 else { return false }
      return ForkMessage.receive(from: socket) == .ready
    }

    /// Ends the server, when all scripts have ended.
    func end() {
      state.withLock { state in
        if state.identifier > 0 {
          kill(-state.identifier, SIGKILL)
          kill(state.identifier, SIGKILL)
          var status: Int32 = 0
          while waitpid(state.identifier, &status, 0) < 0, errno == EINTR {}
          close(state.socket)
        }
        state = State(phase: .gone)
      }
    }
  }
#endif
