import MachoLocks

@testable import Composable

/// An event that one task awaits and any thread signals, once.
final class Signal: Sendable {
  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case signaled
  }

  private let state = Lock(State.idle)

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSignaled = state.withLock { state in
        if case .signaled = state { return true }
        state = .waiting(continuation)
        return false
      }
      if isSignaled { continuation.resume() }
    }
  }

  func signal() {
    let old = state.withLock { state in
      defer { state = .signaled }
      return state
    }
    if case .waiting(let continuation) = old { continuation.resume() }
  }
}
