import Composable
import Dispatch
import MachoLocks

/// Lets a controlled clock go by the wall's, in whole milliseconds and only when asked to: between
/// two questions a live store's time stands still, as a script's does.
///
/// A live store so wakes its effects by the same steps that `advance` makes.
final class LiveClockSync {
  private let clock: TestClock<Duration>
  /// When the wall's clock showed what `clock` shows.
  private var base = ContinuousClock.now
  private var scheduledWake: ContinuousClock.Instant?

  init(_ clock: TestClock<Duration>) { self.clock = clock }

  /// How far the clock is behind.
  var elapsed: Duration {
    // Without the fraction of a millisecond, which stays for the next time.
    let (seconds, attoseconds) = (ContinuousClock.now - base).components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return .seconds(seconds) + .milliseconds(milliseconds)
  }

  /// The time to the next deadline, if it is over.
  var due: Duration? {
    guard let next = clock.nextDeadline, next <= elapsed else { return nil }
    return next
  }

  /// Moves the clock.
  func advance(by duration: Duration, drain: () -> Void) {
    base = base.advanced(by: duration)
    clock.advance(by: duration, drain: drain)
  }

  /// Leaves out the time that nobody could have noticed.
  func skip() { base = base.advanced(by: elapsed) }

  /// When the next sleeper is to be woken.
  var nextWakeUp: ContinuousClock.Instant? {
    clock.nextDeadline.map { base.advanced(by: $0) }
  }

  /// Has `wake` called at the next deadline, from another thread. It may be called too often.
  func scheduleWake(_ wake: (@Sendable () -> Void)?) {
    guard let wake, let next = nextWakeUp, next != scheduledWake else { return }
    scheduledWake = next
    let (seconds, attoseconds) = max(.zero, next - .now).components
    let delay = DispatchTimeInterval.microseconds(
      Int(min(seconds, 1_000_000)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000) + 1000)
    DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: wake)
  }
}
