import ComposablePlatform
import Dispatch
import Foundation

/// A scheduler with the time of a test clock, so that one `advance` moves both.
///
/// Unlike a `TestScheduler`, it performs a closure that is scheduled for now immediately.
struct ClockScheduler<
  SchedulerTimeType: Strideable, SchedulerOptions
>: Scheduler
where
  SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible & DurationConvertible
{
  let clock: TestClock<Duration>
  /// The dependency that holds the scheduler.
  let dependency: String
  /// The scheduler's instant at the clock's start.
  let start: SchedulerTimeType

  var now: SchedulerTimeType {
    recordUse()
    return start.advanced(by: .nanoseconds(clock.now.offset.nanoseconds))
  }

  var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }

  func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    action()
  }

  func schedule(
    after date: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    guard now < date else { return action() }
    // SAFETY: the caller hands the closure over, as to Combine's schedulers, and the clock performs it
    // once for each deadline, on the thread that advances it.
    perform(clock.time.reserveID(), at: instant(date), UnsafeTransfer(action))
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> CancellationToken {
    recordUse()
    let id = clock.time.reserveID()
    perform(id, at: instant(date), every: interval.duration, UnsafeTransfer(action))
    return makeCancellationToken { [clock] in clock.time.cancel(id) }
  }

  private func recordUse() { clock.schedulers.withLock { _ = $0.insert(dependency) } }

  private func instant(_ date: SchedulerTimeType) -> TestClock<Duration>.Instant {
    TestClock.Instant(offset: start.distance(to: date).duration)
  }

  private func perform(
    _ id: Int, at instant: TestClock<Duration>.Instant, every interval: Duration? = nil,
    _ action: UnsafeTransfer<() -> Void>
  ) {
    performRepeatedly(
      id, on: clock, at: instant, every: interval, effect: EffectContext.current, action)
  }
}

extension ClockScheduler: SleepingScheduler {
  func sleepUntil(
    _ date: SchedulerTimeType, isolation: isolated (any Actor)?
  ) async throws {
    recordUse()
    try await clock.sleep(until: instant(date))
  }
}

/// Performs an action when a clock reaches an instant, and then after each interval.
private func performRepeatedly(
  _ id: Int, on clock: TestClock<Duration>, at instant: TestClock<Duration>.Instant,
  every interval: Duration?, effect: EffectHandle?, _ action: UnsafeTransfer<() -> Void>
) {
  clock.time.schedule(
    id, at: instant, wait: clock.makeEffectWait(until: instant), effect: effect
  ) {
    [weak clock] in
    // ORDER: before the action, which may cancel the next repetition.
    if let interval, let clock {
      performRepeatedly(
        id, on: clock, at: instant.advanced(by: interval), every: interval, effect: effect,
        action)
    }
    action.value()
  }
}

extension AnySchedulerOf<DispatchQueue> {
  /// Returns a scheduler of a dispatch queue with the time of a test clock, so that advancing the clock
  /// performs its closures.
  ///
  /// ```swift
  /// $0.mainQueue = .synchronized(with: clock)
  /// ```
  public static func synchronized(with clock: TestClock<Duration>) -> Self {
    ClockScheduler(clock: clock, dependency: "mainQueue", start: DispatchQueue.test.now)
      .eraseToAnyScheduler()
  }
}

extension AnySchedulerOf<RunLoop> {
  /// Returns a scheduler of a run loop with the time of a test clock, so that advancing the clock
  /// performs its closures.
  public static func synchronized(with clock: TestClock<Duration>) -> Self {
    ClockScheduler(clock: clock, dependency: "mainRunLoop", start: RunLoop.test.now)
      .eraseToAnyScheduler()
  }
}
