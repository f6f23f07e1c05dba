import Composable
import MachoSessions

// Live stores: real dependencies and real time, with all external input observed.

extension StoreAdapter {
  func syncWithWallClock() {
    guard let clockSync else { return }
    guard clock.wasUsed else { return clockSync.skip() }
    advance(clockSync, by: clockSync.elapsedSteps)
  }

  func roundWallClock(to step: Duration) { clockSync?.step = max(step, .milliseconds(1)) }

  /// Accepts external jobs and wakes due sleepers one at a time. In between the store is idle, as
  /// it is between two lines of a script.
  func acceptExternalJobs() {
    guard let clockSync else { return }
    _ = issues.collect(runMainThread)
    while true {
      if let due = clockSync.due {
        advance(clockSync, by: due)
      } else if core.executor.externalJobCount > 0 {
        syncWithWallClock()
        issues.collect {
          withoutOtherThreads {
            let waiting = effectsWaitingWithoutCall
            caller.table.observe(.externalJobAccepted(waiting: waiting))
            _ = core.executor.acceptExternalJob()
            drain()
            let ended = waiting.subtracting(core.effects.map(\.id))
            if !ended.isEmpty { caller.table.observe(.externalEffectsEnded(ended)) }
          }
        }
      } else {
        return
      }
    }
  }

  private func advance(_ clockSync: LiveClockSync, by duration: Duration) {
    // Skip zero durations, unless a sleeper is due.
    guard duration > .zero || clockSync.due != nil else { return }
    issues.collect {
      withoutOtherThreads {
        caller.table.observe(.timePassed(duration))
        clockSync.advance(by: duration) { drain() }
      }
    }
  }

  func settleLive(
    until deadline: ContinuousClock.Instant, interrupt: Interrupt
  ) -> Bool {
    while true {
      acceptExternalJobs()
      if effectsWaitingForExternalWork.isEmpty { return true }
      guard ContinuousClock.now < deadline, !interrupt.isRequested else { return false }
      let next = min(deadline, clockSync?.nextWakeUp ?? deadline)
      _ = core.executor.waitForExternalJob(until: next, interrupt: { interrupt.isRequested })
    }
  }

  /// The effects that wait for external work without a call of an endpoint.
  var effectsWaitingWithoutCall: Set<Int> {
    Set(core.effects.filter { if case .external = $0.status { true } else { false } }.map(\.id))
  }

  /// The effects that wait for real work, not for an 'answer'.
  var effectsWaitingForExternalWork: [RunningEffect] {
    core.effects.filter { effect in
      if case .waiting(_, isExternal: false) = effect.status { return false }
      return !effect.isCancelled
    }.map(runningEffect)
  }
}
