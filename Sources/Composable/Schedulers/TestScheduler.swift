import ComposablePlatform
public import Dispatch
public import Foundation

/// A scheduler whose time moves only when advanced.
///
/// ```swift
/// let scheduler = DispatchQueue.test
/// let store = TestStore(initialState: Search.State()) { Search() } withDependencies: {
///   $0.mainQueue = scheduler.eraseToAnyScheduler()
/// }
/// await store.send(.queryChanged("c"))
/// await scheduler.advance(by: .seconds(0.3))
/// ```
///
/// Instants are reached one at a time, earliest first. Closures for equal instants are performed in
/// the order of their scheduling. Closures that are scheduled for now also wait for the next
/// advance.
public final class TestScheduler<
  SchedulerTimeType: Strideable, SchedulerOptions
>: Scheduler,
  @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  // SAFETY: `start` is an immutable value, and `time` has a lock.
  private let start: SchedulerTimeType
  let time: VirtualTime<UnsafeTransfer<SchedulerTimeType>>

  /// Creates a scheduler at an instant.
  public init(now: SchedulerTimeType) {
    start = now
    time = VirtualTime(now: UnsafeTransfer(now))
  }

  public var now: SchedulerTimeType { time.now.value }

  public var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }

  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    perform(time.reserveID(), at: now, UnsafeTransfer(action))
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    perform(time.reserveID(), at: date, UnsafeTransfer(action))
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> CancellationToken {
    let id = time.reserveID()
    perform(id, at: date, every: interval, UnsafeTransfer(action))
    return makeCancellationToken { [time] in time.cancel(id) }
  }

  private func perform(
    _ id: Int, at date: SchedulerTimeType,
    every interval: SchedulerTimeType.Stride? = nil,
    effect: EffectHandle? = EffectContext.current, _ action: UnsafeTransfer<() -> Void>
  ) {
    // SAFETY: as with the action, only the timeline calls it. A Sendable closure must not use the type of
    // instants, which need not be Sendable.
    let repetition = UnsafeTransfer { [weak self] in
      guard let interval else { return }
      let next = date.advanced(by: interval)
      self?.perform(id, at: next, every: interval, effect: effect, action)
    }
    time.schedule(
      id, at: UnsafeTransfer(date), wait: makeEffectWait(until: date), effect: effect
    ) {
      // ORDER: before the action, which may cancel the next repetition.
      repetition.value()
      action.value()
    }
  }

  /// Returns the wait that an effect shows as its status while it sleeps until `date`.
  private func makeEffectWait(until date: SchedulerTimeType) -> EffectWait? {
    guard let until = start.distance(to: date) as? any DurationConvertible else { return nil }
    // SAFETY: it reads the time, which has a lock.
    let remaining = UnsafeTransfer { [weak self] in
      (self?.now.distance(to: date) as? any DurationConvertible)?.duration ?? .zero
    }
    return .asleep(until: until.duration) { remaining.value() }
  }
}

extension TestScheduler: SleepingScheduler {
  func sleepUntil(
    _ date: SchedulerTimeType, isolation: isolated (any Actor)?
  ) async throws {
    try await time.sleep(until: UnsafeTransfer(date), wait: makeEffectWait(until: date))
  }
}

/// A test scheduler with the instants and options of `S`: `TestSchedulerOf<DispatchQueue>`.
public typealias TestSchedulerOf<S: Scheduler> = TestScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

extension DispatchQueue {
  /// A scheduler of a dispatch queue whose time moves only when advanced.
  public static var test: TestSchedulerOf<DispatchQueue> {
    // A `DispatchTime` of zero means now.
    TestScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
  }
}

extension RunLoop {
  /// A scheduler of a run loop whose time moves only when advanced.
  public static var test: TestSchedulerOf<RunLoop> {
    TestScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
  }
}
