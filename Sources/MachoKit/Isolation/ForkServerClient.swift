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
  final class ForkServerClient: Sendable {
    private struct State {
      enum Phase {
        case unstarted, starting, ready, unavailable
      }

      var phase = Phase.unstarted
      var processID: pid_t = 0
      var socket: Int32 = -1
    }

    /// How long a server may take to begin, in milliseconds.
    private static let startupTimeout: Int32 = 60_000

    private let executable: String
    private let environment: [String: String]
    private let interruption: InterruptSignal?
    private let state = Lock(State())

    init(
      executable: String = ScriptLauncher.executable, environment: [String: String],
      interruption: InterruptSignal?
    ) {
      self.executable = executable
      self.environment = environment
      self.interruption = interruption
    }

    /// Starts the server, if that was not done, and does not wait for it.
    func start() { state.withLock { start(&$0) } }

    private func start(_ state: inout State) {
      guard state.phase == .unstarted else { return }
      state.phase = .unavailable
      var ends: [Int32] = [-1, -1]
      guard cmachokit_sockets(&ends) == 0 else { return }
      defer { close(ends[1]) }
      do throws(SpawnedProcess.Failure) {
        state.processID = try SpawnedProcess.spawnForkServer(
          executable, [ForkServerCommand.name], environment, socket: ends[1])
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
          state.phase = waitUntilReady(at: state.socket) ? .ready : .unavailable
        }
        return state.phase == .ready ? state.socket : nil
      }
      // It stays open until all scripts have ended.
      return socket.flatMap { socket in
        ForkedScript(request, by: socket) { [self] in state.withLock { $0.phase = .unavailable } }
      }
    }

    /// Waits until the server has begun; `false` when it does not.
    private func waitUntilReady(at socket: Int32) -> Bool {
      let events = Int16(POLLIN)
      var polled = [
        pollfd(fd: socket, events: events, revents: 0),
        pollfd(fd: interruption?.descriptor ?? -1, events: events, revents: 0),
      ]
      while poll(&polled, 2, Self.startupTimeout) < 0, errno == EINTR || errno == EAGAIN {}
      guard polled[0].revents != 0 else { return false }
      return ForkMessage.receive(from: socket) == .ready
    }

    /// Ends the server, when all scripts have ended.
    func stop() {
      state.withLock { state in
        if state.processID > 0 {
          kill(-state.processID, SIGKILL)
          kill(state.processID, SIGKILL)
          var status: Int32 = 0
          while waitpid(state.processID, &status, 0) < 0, errno == EINTR {}
          close(state.socket)
        }
        state = State(phase: .unavailable)
      }
    }
  }
#endif
