public import Dispatch
public import Foundation

#if canImport(Combine)
  public import Combine
#endif

/// A scheduler whose time passes only when it is told to.
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
/// Instants are reached one at a time, the earliest first; of what is scheduled for equal ones,
/// what was scheduled first. What is scheduled for now waits for time to be told to pass, too.
public final class TestScheduler<
  SchedulerTimeType: Strideable & SendableMetatype, SchedulerOptions
>: Scheduler,
  @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  // Sendable: `start` is a value that never changes, and `time` has a lock.
  private let start: SchedulerTimeType
  let time: VirtualTime<UnsafeTransfer<SchedulerTimeType>>

  /// Makes a scheduler at an instant.
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
  ) -> any Cancellable {
    let id = time.reserveID()
    perform(id, at: date, every: UnsafeTransfer(interval), UnsafeTransfer(action))
    return AnyCancellable { [time] in time.cancel(id) }
  }

  private func perform(
    _ id: Int, at date: SchedulerTimeType,
    every interval: UnsafeTransfer<SchedulerTimeType.Stride>? = nil,
    identity: EffectHandle? = EffectContext.current, _ action: UnsafeTransfer<() -> Void>
  ) {
    let date = UnsafeTransfer(date)
    time.schedule(id, at: date, wait: makeEffectWait(until: date.value), identity: identity) {
      [weak self] in
      // Before the action, which may cancel what follows it.
      if let interval {
        let next = date.value.advanced(by: interval.value)
        self?.perform(id, at: next, every: interval, identity: identity, action)
      }
      action.value()
    }
  }

  /// What an effect shows while it waits for an instant of this scheduler.
  private func makeEffectWait(until date: SchedulerTimeType) -> EffectWait? {
    let date = UnsafeTransfer(date)
    guard let until = start.distance(to: date.value) as? any DurationConvertible else { return nil }
    return .asleep(until: until.duration) { [weak self] in
      let left = self?.now.distance(to: date.value) as? any DurationConvertible
      return left?.duration ?? .zero
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

/// A test scheduler that stands for one of a known kind: `TestSchedulerOf<DispatchQueue>`.
public typealias TestSchedulerOf<S: Scheduler> = TestScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

extension DispatchQueue {
  /// A scheduler that stands for a queue and whose time passes only when it is told to.
  public static var test: TestSchedulerOf<DispatchQueue> {
    // Zero would mean now.
    TestScheduler(now: SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1)))
  }
}

extension RunLoop {
  /// A scheduler that stands for a run loop and whose time passes only when it is told to.
  public static var test: TestSchedulerOf<RunLoop> {
    TestScheduler(now: SchedulerTimeType(Date(timeIntervalSince1970: 0)))
  }
}
