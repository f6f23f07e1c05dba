public import Dispatch
public import Foundation

#if canImport(Combine)
  public import Combine
#endif

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
  SchedulerTimeType: Strideable & SendableMetatype, SchedulerOptions
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
    perform(id, at: date, every: UnsafeTransfer(interval), UnsafeTransfer(action))
    return makeCancellationToken { [time] in time.cancel(id) }
  }

  private func perform(
    _ id: Int, at date: SchedulerTimeType,
    every interval: UnsafeTransfer<SchedulerTimeType.Stride>? = nil,
    effect: EffectHandle? = EffectContext.current, _ action: UnsafeTransfer<() -> Void>
  ) {
    let date = UnsafeTransfer(date)
    time.schedule(id, at: date, wait: makeEffectWait(until: date.value), effect: effect) {
      [weak self] in
      // ORDER: before the action, which may cancel the next repetition.
      if let interval {
        let next = date.value.advanced(by: interval.value)
        self?.perform(id, at: next, every: interval, effect: effect, action)
      }
      action.value()
    }
  }

  /// Returns the wait that an effect shows as its status while it sleeps until `date`.
  private func makeEffectWait(until date: SchedulerTimeType) -> EffectWait? {
    let date = UnsafeTransfer(date)
    guard let until = start.distance(to: date.value) as? any DurationConvertible else { return nil }
    return .asleep(until: until.duration) { [weak self] in
      let remaining = self?.now.distance(to: date.value) as? any DurationConvertible
      return remaining?.duration ?? .zero
    }
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
