#if MACHO_LINUX
  import CMachoKit
  import Foundation
  import MachoLocks

  /// The client side of a fork server: a process of this executable that forks a child for each
  /// script.
  ///
  /// PERFORMANCE: starting a program takes tens of milliseconds, most of them for the same work
  /// each time. A fork server does that work once. Each child starts from that state, and its side
  /// effects never reach another script. `fork` returns `nil` if the server does not start, or has
  /// more than one thread, as a child would not have the others.
  final class ForkServerClient: Sendable {
    private struct State {
      enum Phase {
        case unstarted, starting, ready, unavailable
      }

      var phase = Phase.unstarted
      var process: SpawnedProcess?
      var socket: Int32 = -1
    }

    /// How long the server may take to start, in milliseconds.
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

    /// Starts the server if it is not started yet. Does not wait for it.
    func start() { state.withLock { start(&$0) } }

    private func start(_ state: inout State) {
      guard state.phase == .unstarted else { return }
      state.phase = .unavailable
      var ends: [Int32] = [-1, -1]
      guard cmachokit_sockets(&ends) == 0 else { return }
      defer { close(ends[1]) }
      do throws(SpawnedProcess.Failure) {
        state.process = try SpawnedProcess(
          [ForkServerCommand.name], of: executable, environment: environment, output: .nowhere,
          errors: .nowhere, lifeline: ends[1])
        state.socket = ends[0]
        state.phase = .starting
      } catch { close(ends[0]) }
    }

    /// Forks a process for a script, or returns `nil` if the server cannot. The first caller waits
    /// until the server is ready; concurrent callers wait for the first.
    func fork(_ request: ScriptRequest) -> ForkedScript? {
      let socket = state.withLock { state -> Int32? in
        start(&state)
        if state.phase == .starting {
          state.phase = waitUntilReady(at: state.socket) ? .ready : .unavailable
        }
        return state.phase == .ready ? state.socket : nil
      }
      // The socket stays open until all scripts have finished.
      return socket.flatMap { socket in
        ForkedScript(request, server: socket) { [self] in state.withLock { $0.phase = .unavailable }
        }
      }
    }

    /// Waits until the server is ready. Returns `false` if it does not start.
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

    /// Kills the server. Call it when all scripts have finished.
    func stop() {
      state.withLock { state in
        if let process = state.process {
          process.killGroup()
          process.reap()
          close(state.socket)
        }
        state = State(phase: .unavailable)
      }
    }
  }
#endif
