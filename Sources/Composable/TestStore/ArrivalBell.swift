import MachoLocks

/// Wakes a test that waits for something to come from outside.
final class ArrivalBell: Sendable {
  private struct State: Sendable {
    var hasRung = false
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state = Lock(State())

  /// Something has come. From any thread.
  func ring() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.hasRung = true }
      return state.waiting
    }
    waiting?.resume(returning: true)
  }

  /// Waits until it rings, if it has not rung since the last wait, and says whether it has.
  @MainActor
  func wait(until deadline: ContinuousClock.Instant) async -> Bool {
    let alarm = Task.detached { [weak self] in
      try await ContinuousClock().sleep(until: deadline)
      self?.giveUp()
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation(isolation: MainActor.shared) { continuation in
        let hasRung = state.withLock { state in
          defer { state.hasRung = false }
          if !state.hasRung { state.waiting = continuation }
          return state.hasRung
        }
        if hasRung {
          continuation.resume(returning: true)
        } else if Task.isCancelled || ContinuousClock.now >= deadline {
          giveUp()
        }
      }
    } onCancel: {
      giveUp()
    }
  }

  private func giveUp() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: false)
  }
}
