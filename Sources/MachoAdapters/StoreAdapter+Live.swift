import Composable
import MachoSessions

// A store with real dependencies and real time, of which everything that comes is seen.

extension StoreAdapter {
  func syncWithWallClock() {
    guard let wallTime else { return }
    guard clock.wasUsed else { return wallTime.skip() }
    advance(wallTime, by: wallTime.elapsed)
  }

  /// Takes what came from outside and what time made due, one after the other: between two the
  /// store is quiescent, as it is in a script between two lines.
  func acceptExternalJobs() {
    guard let wallTime else { return }
    while true {
      if let due = wallTime.due {
        advance(wallTime, by: due)
      } else if core.executor.externalJobCount > 0 {
        syncWithWallClock()
        caller.table.observe(.externalJobAccepted)
        issues.collect {
          _ = core.executor.acceptExternalJob()
          drain()
        }
      } else {
        return
      }
    }
  }

  private func advance(_ wallTime: LiveClockSync, by duration: Duration) {
    // Nothing sleeps that long; what is due already sleeps no more.
    guard duration > .zero || wallTime.due != nil else { return }
    caller.table.observe(.timePassed(duration))
    issues.collect { wallTime.advance(by: duration) { drain() } }
  }

  func settleLive(
    until deadline: ContinuousClock.Instant, unless interrupt: Interrupt
  ) -> Bool {
    while true {
      acceptExternalJobs()
      if effectsWaitingForExternalWork.isEmpty { return true }
      guard ContinuousClock.now < deadline, !interrupt.isRequested else { return false }
      let next = min(deadline, wallTime?.nextWakeUp ?? deadline)
      _ = core.executor.waitForExternalJob(until: next, unless: { interrupt.isRequested })
    }
  }

  /// The effects that wait for something real, and not for an 'answer'.
  var effectsWaitingForExternalWork: [RunningEffect] {
    let stubbed = Set(caller.table.pendingCalls.map(\.text))
    return effects.filter { effect in
      guard case .waiting(let what) = effect.status else { return true }
      return !stubbed.contains { what.hasSuffix(" of " + $0) }
    }
  }
}
