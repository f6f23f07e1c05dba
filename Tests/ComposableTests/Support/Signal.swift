import MachoLocks

@testable import Composable

/// Something that one task waits for and somebody gives.
final class Signal: Sendable {
  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case given
  }

  private let state = Lock(State.idle)

  func wait() async {
    await withCheckedContinuation { continuation in
      let isGiven = state.withLock { state in
        if case .given = state { return true }
        state = .waiting(continuation)
        return false
      }
      if isGiven { continuation.resume() }
    }
  }

  func signal() {
    let old = state.withLock { state in
      defer { state = .given }
      return state
    }
    if case .waiting(let continuation) = old { continuation.resume() }
  }
}
