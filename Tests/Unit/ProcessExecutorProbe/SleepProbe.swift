import Composable

/// Sleeps by the wall clock, of every kind and so short that they can end before the task suspends.
struct SleepProbe {
  private let executor: StoreExecutor

  init(_ executor: StoreExecutor) {
    self.executor = executor
  }

  func run(_ repetitions: Int) {
    var undetected = 0
    for _ in 0..<repetitions where !holdsUntilAccepted() { undetected += 1 }
    print("\(undetected) of \(repetitions) undetected")
  }

  /// Whether no sleep ended before it was accepted.
  private func holdsUntilAccepted() -> Bool {
    let core = StoreCore<Set<String>, String>(
      initialState: [], executor: executor,
      reducer: Reduce { state, action in
        state.insert(action)
        return action == "go" ? effects : .none
      })
    core.send("go")
    executor.drain()
    while executor.externalJobCount < 5 {
      precondition(executor.waitForExternalJob(until: .now + .seconds(10)), "No sleep ended.")
    }
    executor.drain()
    let isHeld = core.state == ["go"] && core.effects.allSatisfy { $0.status == .external }
    while core.effects.count > 1 {
      executor.drain(acceptingExternalJobs: true)
    }
    precondition(core.state.count == 6)
    // The last effect sleeps for an hour and ends immediately when it is cancelled.
    core.cancelEffects { _ in true }
    executor.drain()
    precondition(core.effects.isEmpty)
    return isHeld
  }

  private var effects: Effect<String> {
    .merge(
      effect("nanoseconds") { try await Task.sleep(nanoseconds: 1) },
      effect("task") { try await Task.sleep(for: .nanoseconds(1)) },
      effect("continuous") { try await ContinuousClock().sleep(for: .nanoseconds(1)) },
      effect("suspending") { try await SuspendingClock().sleep(for: .nanoseconds(1)) },
      effect("detached") {
        try await Task.detached { try await Task.sleep(for: .nanoseconds(1)) }.value
      },
      effect("hour") { try await Task.sleep(for: .seconds(3600)) })
  }

  private func effect(
    _ name: String, _ sleep: @escaping @Sendable () async throws -> Void
  ) -> Effect<String> {
    .run { send in
      try await sleep()
      await send(name)
    }
  }
}
