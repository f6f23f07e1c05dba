import Composable
import MachoSessions

// A store with real dependencies and real time, of which everything that comes is seen.

extension CoreStore {
  func passTime() {
    guard let wallTime else { return }
    guard clock.wasUsed else { return wallTime.skip() }
    advance(wallTime, by: wallTime.elapsed)
  }

  /// Takes what came from outside and what time made due, one after the other: between two the
  /// store is quiescent, as it is in a script between two lines.
  func takeArrivals() {
    guard let wallTime else { return }
    while true {
      if let due = wallTime.due {
        advance(wallTime, by: due)
      } else if core.executor.arrivalCount > 0 {
        passTime()
        caller.table.observe(.arrived)
        issues.collect {
          _ = core.executor.admitArrival()
          drain()
        }
      } else {
        return
      }
    }
  }

  private func advance(_ wallTime: WallTime, by duration: Duration) {
    // Nothing sleeps that long; what is due already sleeps no more.
    guard duration > .zero || wallTime.due != nil else { return }
    caller.table.observe(.passed(duration))
    issues.collect { wallTime.advance(by: duration) { drain() } }
  }

  func settleLive(
    until deadline: ContinuousClock.Instant, unless interrupt: Interrupt
  ) -> Bool {
    while true {
      takeArrivals()
      if effectsInTheWorld.isEmpty { return true }
      guard ContinuousClock.now < deadline, !interrupt.isRequested else { return false }
      let next = min(deadline, wallTime?.nextWaking ?? deadline)
      _ = core.executor.waitForArrival(until: next, unless: { interrupt.isRequested })
    }
  }

  /// The effects that wait for something real, and not for an 'answer'.
  var effectsInTheWorld: [RunningEffect] {
    let stubbed = Set(caller.table.pendingCalls.map(\.text))
    return effects.filter { effect in
      guard case .waiting(let what) = effect.status else { return true }
      return !stubbed.contains { what.hasSuffix(" of " + $0) }
    }
  }
}
