import MachoLocks

/// The intervals ("windows") in which throttled effects of a store may send only one action.
final class ThrottleWindows: Sendable {
  /// The treatment of an action.
  enum Decision<Instant> {
    /// Send it now. A window begins.
    case sendNow
    /// Hold it. It, or an action that replaces it, is sent at the window's end, for which the
    /// effect already waits.
    case hold
    /// Hold it, and start to wait until this instant.
    case holdUntil(Instant)
  }

  private struct Window: Sendable {
    /// The start, an instant of the throttling clock.
    let start: any Sendable
    /// The action to send at the window's end.
    var action: UnsafeTransfer<Any>?
    /// The request whose effect waits for the window's end.
    var waiter: ThrottleRequest?
  }

  private let windows = Lock<[CancelID: Window]>([:])

  func decide<Instant>(
    _ action: UnsafeTransfer<Any>, of request: ThrottleRequest, clock: ThrottleClock<Instant>
  ) -> Decision<Instant> {
    let now = clock.now()
    return windows.withLock { windows in
      guard var window = windows[request.id], let start = window.start as? Instant,
        case let end = clock.windowEnd(start), now < end
      else {
        windows[request.id] = Window(start: now)
        return .sendNow
      }
      if request.latest || window.action == nil { window.action = action }
      let isWaiting = window.waiter === request
      window.waiter = request
      windows[request.id] = window
      return isWaiting ? .hold : .holdUntil(end)
    }
  }

  /// Ends a window and begins the next one. Returns the action that was held.
  func endWindow<Instant>(_ id: CancelID, clock: ThrottleClock<Instant>) -> UnsafeTransfer<Any>? {
    let now = clock.now()
    return windows.withLock { windows in
      defer { windows[id] = Window(start: now) }
      return windows[id]?.action
    }
  }
}

/// One call of `throttle`.
final class ThrottleRequest: Sendable {
  let id: CancelID
  let latest: Bool

  init(id: CancelID, latest: Bool) {
    self.id = id
    self.latest = latest
  }
}

/// The operations of a clock or a scheduler that throttling needs.
struct ThrottleClock<Instant: Comparable & Sendable>: Sendable {
  let now: @Sendable () -> Instant
  /// Returns the end of the window that began at an instant.
  let windowEnd: @Sendable (Instant) -> Instant
  let sleep: @Sendable (_ until: Instant) async throws -> Void
}
