/// The windows of time in which throttled effects of one store let only one action through.
@MainActor
final class ThrottleWindows {
  /// What becomes of an action.
  enum Admission<Instant> {
    /// It is sent now, and a window begins.
    case now
    /// It, or the one that stands for it, is sent at the window's end, for which the effect waits.
    case held
    /// The same, and the effect has to wait from now on.
    case heldUntil(Instant)
  }

  private struct Window {
    /// An instant of the clock that throttles.
    let start: Any
    /// The action that is sent at its end.
    var action: Any?
    /// The effect that waits for its end.
    var waiting: Throttled?
  }

  private var windows: [CancelID: Window] = [:]

  nonisolated init() {}

  func admit<Action, Instant>(
    _ action: Action, of throttled: Throttled, clock: ThrottleClock<Instant>
  ) -> Admission<Instant> {
    let now = clock.now()
    guard var window = windows[throttled.id], let start = window.start as? Instant,
      case let end = clock.end(start), now < end
    else {
      windows[throttled.id] = Window(start: now)
      return .now
    }
    if throttled.latest || window.action == nil { window.action = action }
    let isWaiting = window.waiting === throttled
    window.waiting = throttled
    windows[throttled.id] = window
    return isWaiting ? .held : .heldUntil(end)
  }

  /// Ends a window, and begins another with the action that was held.
  func end<Action, Instant>(_ id: CancelID, clock: ThrottleClock<Instant>) -> Action? {
    let action = windows[id]?.action as? Action
    windows[id] = Window(start: clock.now())
    return action
  }
}

/// One use of `throttle`.
final class Throttled: Sendable {
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
  let end: @Sendable (Instant) -> Instant
  let sleep: @Sendable (_ until: Instant) async throws -> Void
}
