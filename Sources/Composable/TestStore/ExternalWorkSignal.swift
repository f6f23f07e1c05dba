import MachoLocks

/// Wakes a test that waits for something to come from outside.
final class ExternalWorkSignal: Sendable {
  private struct State: Sendable {
    var isSignaled = false
    var waiter: CheckedContinuation<Bool, Never>?
  }

  private let state = Lock(State())

  /// Something has come. From any thread.
  func signal() {
    let waiting = state.withLock { state in
      defer { state.waiter = nil }
      if state.waiter == nil { state.isSignaled = true }
      return state.waiter
    }
    waiting?.resume(returning: true)
  }

  /// Waits until it rings, if it has not rung since the last wait, and says whether it has.
  @MainActor
  func wait(until deadline: ContinuousClock.Instant) async -> Bool {
    let alarm = Task.detached { [weak self] in
      try await ContinuousClock().sleep(until: deadline)
      self?.cancelWait()
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: MainActor.shared) { continuation in
        let hasRung = state.withLock { state in
          defer { state.isSignaled = false }
          if !state.isSignaled { state.waiter = continuation }
          return state.isSignaled
        }
        if hasRung {
          continuation.resume(returning: true)
        } else if Task.isCancelled || ContinuousClock.now >= deadline {
          cancelWait()
        }
      }
    } onCancel: {
      cancelWait()
    }
  }

  private func cancelWait() {
    let waiting = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiting?.resume(returning: false)
  }
}
