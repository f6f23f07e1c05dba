import MachoLocks

/// The windows of time in which throttled effects of one store let only one action through.
final class ThrottleWindows: Sendable {
  /// What becomes of an action.
  enum Decision<Instant> {
    /// It is sent now, and a window begins.
    case sendNow
    /// It, or the one that stands for it, is sent at the window's end, for which the effect waits.
    case hold
    /// The same, and the effect has to wait from now on.
    case holdUntil(Instant)
  }

  private struct Window: Sendable {
    /// An instant of the clock that throttles.
    let start: any Sendable
    /// The action that is sent at its end.
    var action: UnsafeTransfer<Any>?
    /// The effect that waits for its end.
    var waiter: ThrottleRequest?
  }

  private let windows = Lock<[CancelID: Window]>([:])

  func decide<Instant>(
    _ action: UnsafeTransfer<Any>, of throttled: ThrottleRequest, clock: ThrottleClock<Instant>
  ) -> Decision<Instant> {
    let now = clock.now()
    return windows.withLock { windows in
      guard var window = windows[throttled.id], let start = window.start as? Instant,
        case let end = clock.windowEnd(start), now < end
      else {
        windows[throttled.id] = Window(start: now)
        return .sendNow
      }
      if throttled.latest || window.action == nil { window.action = action }
      let isWaiting = window.waiter === throttled
      window.waiter = throttled
      windows[throttled.id] = window
      return isWaiting ? .hold : .holdUntil(end)
    }
  }

  /// Ends a window, and begins another with the action that was held.
  func endWindow<Instant>(_ id: CancelID, clock: ThrottleClock<Instant>) -> UnsafeTransfer<Any>? {
    let now = clock.now()
    return windows.withLock { windows in
      defer { windows[id] = Window(start: now) }
      return windows[id]?.action
    }
  }
}

/// One use of `throttle`.
final class ThrottleRequest: Sendable {
  let id: CancelID
  let latest: Bool

  init(id: CancelID, latest: Bool) {
    self.id = id
    self.latest = latest
  }
}

/// What throttling needs of a clock or a scheduler.
struct ThrottleClock<Instant: Comparable & Sendable>: Sendable {
  let now: @Sendable () -> Instant
  /// When the window that began at an instant ends.
  let windowEnd: @Sendable (Instant) -> Instant
  let sleep: @Sendable (_ until: Instant) async throws -> Void
}
