import Composable
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Waits for a SIGUSR2 from whoever has the process's number, however long that takes them.
struct Listener: Reducer {
  struct State: Equatable {
    var heard: [String] = []
    var hasStopped = false
  }

  enum Action: Equatable {
    /// Hears the text when the signal comes.
    case listen(for: String)
    case heard(String)
    case stop
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .listen(let text):
        return .run { send in
          // Before the effect first waits: from when its action has been sent, no signal is missed.
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
        // For who wants to see what a crash between two lines does.
        precondition(!text.isEmpty, "there was nothing to hear")
        state.heard.append(text)
        return .none
      case .stop:
        state.hasStopped = true
        return .none
      }
    }
  }
}

/// The signal as a byte in a pipe, where it stays until somebody reads it.
private enum SignalPipe {
  /// Made whole before the handler is there to use it, and never changed after.
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
