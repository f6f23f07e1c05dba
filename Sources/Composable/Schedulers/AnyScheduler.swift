import ComposablePlatform
public import Dispatch
public import Foundation

/// A type-erased scheduler, so that a test can replace the scheduler.
public struct AnyScheduler<
  SchedulerTimeType: Strideable, SchedulerOptions
>: Scheduler,
  @unchecked Sendable
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  // SAFETY: it holds only the methods of one scheduler; see `UnsafeTransfer`.
  private let _minimumTolerance: () -> SchedulerTimeType.Stride
  private let _now: () -> SchedulerTimeType
  private let _schedule: (SchedulerOptions?, @escaping () -> Void) -> Void
  private let _scheduleAfter:
    (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void) -> Void
  private let _scheduleInterval:
    (
      SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?,
      @escaping () -> Void
    ) -> CancellationToken
  private let sleeper: AnySleep<SchedulerTimeType>

  /// Erases the type of a scheduler.
  public init<S: Scheduler>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    _minimumTolerance = { scheduler.minimumTolerance }
    _now = { scheduler.now }
    _schedule = { scheduler.schedule(options: $0, $1) }
    _scheduleAfter = { scheduler.schedule(after: $0, tolerance: $1, options: $2, $3) }
    _scheduleInterval = {
      scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4)
    }
    sleeper = ErasedSleep(scheduler)
  }

  public var now: SchedulerTimeType { _now() }

  public var minimumTolerance: SchedulerTimeType.Stride { _minimumTolerance() }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    _schedule(options, action)
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    _scheduleAfter(date, tolerance, options, action)
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> CancellationToken {
    _scheduleInterval(date, interval, tolerance, options, action)
  }
}

extension AnyScheduler: SleepingScheduler {
  func sleepUntil(
    _ date: SchedulerTimeType, isolation: isolated (any Actor)?
  ) async throws {
    try await sleeper.sleep(until: date, isolation: isolation)
  }
}

/// The `sleep` of a scheduler without its type. An object: a Sendable closure must not use the scheduler's
/// type, which need not be Sendable.
///
/// SAFETY: `@unchecked Sendable`, because the only property is an immutable scheduler, as in `AnyScheduler`.
private class AnySleep<SchedulerTimeType>: @unchecked Sendable {
  func sleep(until _: SchedulerTimeType, isolation _: isolated (any Actor)?) async throws {
    preconditionFailure("abstract")
  }
}

private final class ErasedSleep<S: Scheduler>: AnySleep<S.SchedulerTimeType>,
  @unchecked Sendable
{
  private let scheduler: S

  init(_ scheduler: S) { self.scheduler = scheduler }

  override func sleep(
    until date: S.SchedulerTimeType, isolation: isolated (any Actor)?
  ) async throws {
    try await scheduler.sleep(until: date, isolation: isolation)
  }
}

/// A type-erased scheduler with the instants and options of `S`: `AnySchedulerOf<DispatchQueue>`.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

extension Scheduler {
  /// Returns the scheduler without its type.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Self> { AnyScheduler(self) }
}

extension AnyScheduler
where
  SchedulerTimeType == DispatchQueue.SchedulerTimeType,
  SchedulerOptions == DispatchQueue.SchedulerOptions
{
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }

  /// A global queue.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> Self {
    DispatchQueue.global(qos: qos).eraseToAnyScheduler()
  }

  /// A scheduler that performs closures immediately.
  public static var immediate: Self { DispatchQueue.immediate.eraseToAnyScheduler() }

  /// A scheduler that reports an issue whenever it is used.
  public static var unimplemented: Self { .unimplemented("DispatchQueue") }

  /// Returns a scheduler that reports an issue with its name whenever it is used.
  public static func unimplemented(_ name: String) -> Self {
    UnimplementedSchedulerOf<DispatchQueue>(name, now: DispatchQueue.test.now)
      .eraseToAnyScheduler()
  }
}

extension AnyScheduler
where
  SchedulerTimeType == RunLoop.SchedulerTimeType, SchedulerOptions == RunLoop.SchedulerOptions
{
  /// The main run loop.
  public static var main: Self { RunLoop.main.eraseToAnyScheduler() }

  /// A scheduler that performs closures immediately.
  public static var immediate: Self { RunLoop.immediate.eraseToAnyScheduler() }

  /// A scheduler that reports an issue whenever it is used.
  public static var unimplemented: Self { .unimplemented("RunLoop") }

  /// Returns a scheduler that reports an issue with its name whenever it is used.
  public static func unimplemented(_ name: String) -> Self {
    UnimplementedSchedulerOf<RunLoop>(name, now: RunLoop.test.now).eraseToAnyScheduler()
  }
}
