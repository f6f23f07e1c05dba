import Composable
import Dispatch
import MachoLocks

/// Synchronizes a live store's test clock with the wall clock, in whole milliseconds and only on
/// request. In between the clock does not advance, as in a script.
///
/// A live store thus wakes its effects with the same operations as `advance`.
final class LiveClockSync {
  private let clock: TestClock<Duration>
  /// The wall-clock time that corresponds to the time of `clock`.
  private var base = ContinuousClock.now
  private var scheduledWake: ContinuousClock.Instant?
  /// The clock shows multiples of this duration, except at deadlines. At least 1 ms. A longer one makes
  /// the durations of a recording round.
  var step = Duration.milliseconds(1)

  init(_ clock: TestClock<Duration>) { self.clock = clock }

  /// The time by which the clock lags behind.
  var elapsed: Duration {
    // Keep the fraction of a millisecond for the next call.
    let (seconds, attoseconds) = (ContinuousClock.now - base).components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return .seconds(seconds) + .milliseconds(milliseconds)
  }

  /// The time by which the clock lags behind, as a multiple of `step`.
  var elapsedSteps: Duration { Self.rounded(elapsed, to: step) }

  /// Returns the largest multiple of `step` that is not longer than a duration.
  static func rounded(_ duration: Duration, to step: Duration) -> Duration {
    step * Int((duration / step).rounded(.down))
  }

  /// The time until the next deadline, if it has passed. Otherwise `nil`.
  var due: Duration? {
    guard let next = clock.nextDeadline, next <= elapsed else { return nil }
    return next
  }

  /// Advances the clock.
  func advance(by duration: Duration, drain: () -> Void) {
    base = base.advanced(by: duration)
    clock.advance(by: duration, drain: drain)
  }

  /// Skips the elapsed time, while the clock is unused.
  func skip() { base = base.advanced(by: elapsed) }

  /// The wall-clock time of the next deadline.
  var nextWakeUp: ContinuousClock.Instant? {
    clock.nextDeadline.map { base.advanced(by: $0) }
  }

  /// Calls `wake` at the next deadline, on another thread. May call it more often.
  func scheduleWake(_ wake: (@Sendable () -> Void)?) {
    guard let wake, let next = nextWakeUp, next != scheduledWake else { return }
    scheduledWake = next
    let (seconds, attoseconds) = max(.zero, next - .now).components
    let delay = DispatchTimeInterval.microseconds(
      Int(min(seconds, 1_000_000)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000) + 1000)
    OwnWork.perform {
      DispatchQueue.global().asyncAfter(deadline: .now() + delay, execute: wake)
    }
  }
}
