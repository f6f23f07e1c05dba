import MachoLocks

/// Resumes a test that waits for external work.
final class ExternalWorkSignal: Sendable {
  private struct State: Sendable {
    var isSignaled = false
    var waiter: CheckedContinuation<Bool, Never>?
  }

  private let state = Lock(State())

  /// Signals completed external work. Callable from any thread.
  func signal() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      if state.waiter == nil { state.isSignaled = true }
      return state.waiter
    }
    waiter?.resume(returning: true)
  }

  /// Waits until the deadline or until work is signalled, if none was since the last wait. Returns
  /// whether work was signalled.
  @MainActor
  func wait(until deadline: ContinuousClock.Instant) async -> Bool {
    let timeout = Task.detached { [weak self] in
      try await ContinuousClock().sleep(until: deadline)
      self?.cancelWait()
    }
    defer { timeout.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: MainActor.shared) { continuation in
        let isSignaled = state.withLock { state in
          defer { state.isSignaled = false }
          if !state.isSignaled { state.waiter = continuation }
          return state.isSignaled
        }
        if isSignaled {
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
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: false)
  }
}
