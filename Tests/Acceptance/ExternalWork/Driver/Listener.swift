import Composable
import Dispatch
import MachoLocks

/// Waits for SIGUSR2 from another process, for any length of time.
struct Listener: Reducer {
  struct State: Equatable {
    var heard: [String] = []
    var hasStopped = false
  }

  enum Action: Equatable {
    /// Receives the text when the signal arrives.
    case listen(for: String)
    case heard(String)
    case stop
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .listen(let text):
        return .run { send in
          // ORDER: before the effect first suspends. Once its action has been sent, no signal is
          // missed.
          SignalPipe.prepare()
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              SignalPipe.wait()
              continuation.resume()
            }
          }
          await send(.heard(text))
        }
      case .heard(let text):
        // Lets a test crash the process between two lines.
        precondition(!text.isEmpty, "the text is empty")
        state.heard.append(text)
        return .none
      case .stop:
        state.hasStopped = true
        return .none
      }
    }
  }
}

/// Stores a signal as a byte in a pipe until it is read.
private enum SignalPipe {
  /// SAFETY: initialized before the handler is registered, and never changed.
  nonisolated(unsafe) private static let ends: UnsafeMutablePointer<Int32> = {
    let ends = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
    ends.initialize(repeating: -1, count: 2)
    precondition(pipe(ends) == 0, "no pipe: errno \(errno)")
    return ends
  }()

  static func prepare() {
    _ = ends
    _ = signal(SIGUSR2) { _ in
      var byte: UInt8 = 0
      _ = write(SignalPipe.ends[1], &byte, 1)
    }
  }

  static func wait() {
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) < 0, errno == EINTR {}
  }
}
