import ComposablePlatform
public import Dispatch
public import Foundation

/// A scheduler that performs closures immediately, whatever their instants. Its time never changes.
public struct ImmediateScheduler<
  SchedulerTimeType: Strideable, SchedulerOptions
>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  public let now: SchedulerTimeType

  /// Creates a scheduler at an instant.
  public init(now: SchedulerTimeType) {
    self.now = now
  }

  public var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }

  public func schedule(options _: SchedulerOptions?, _ action: @escaping () -> Void) {
    action()
  }

  public func schedule(
    after _: SchedulerTimeType, tolerance _: SchedulerTimeType.Stride,
    options _: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Performs the closure once, because immediate repetition would not end.
  public func schedule(
    after _: SchedulerTimeType, interval _: SchedulerTimeType.Stride,
    tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> CancellationToken {
    action()
    return makeCancellationToken {}
  }
}

extension ImmediateScheduler: SleepingScheduler {
  func sleepUntil(_: SchedulerTimeType, isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    // Yields, so that other tasks can run as they would during a real sleep.
    await Task.yield()
  }
}

/// An immediate scheduler with the instants and options of `S`.
public typealias ImmediateSchedulerOf<S: Scheduler> = ImmediateScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

extension DispatchQueue {
  /// A scheduler of a dispatch queue that performs closures immediately.
  public static var immediate: ImmediateSchedulerOf<DispatchQueue> {
    ImmediateScheduler(now: DispatchQueue.test.now)
  }
}

extension RunLoop {
  /// A scheduler of a run loop that performs closures immediately.
  public static var immediate: ImmediateSchedulerOf<RunLoop> {
    ImmediateScheduler(now: RunLoop.test.now)
  }
}
