public import Dispatch
public import Foundation

#if canImport(Combine)
  public import Combine
#endif

/// A scheduler that performs everything at once, whenever it is scheduled for. Its time stands.
public struct ImmediateScheduler<
  SchedulerTimeType: Strideable & SendableMetatype, SchedulerOptions
>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  public let now: SchedulerTimeType

  /// Makes a scheduler at an instant.
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

  /// Performs the closure once: again and again at once would not end.
  public func schedule(
    after _: SchedulerTimeType, interval _: SchedulerTimeType.Stride,
    tolerance _: SchedulerTimeType.Stride, options _: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}

extension ImmediateScheduler: SleepingScheduler {
  func sleepUntil(_: SchedulerTimeType, isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    // Others have their turn, as with a scheduler on which time passes.
    await Task.yield()
  }
}

/// An immediate scheduler that stands for one of a known kind.
public typealias ImmediateSchedulerOf<S: Scheduler> = ImmediateScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

extension DispatchQueue {
  /// A scheduler that stands for a queue and performs everything at once.
  public static var immediate: ImmediateSchedulerOf<DispatchQueue> {
    ImmediateScheduler(now: DispatchQueue.test.now)
  }
}

extension RunLoop {
  /// A scheduler that stands for a run loop and performs everything at once.
  public static var immediate: ImmediateSchedulerOf<RunLoop> {
    ImmediateScheduler(now: RunLoop.test.now)
  }
}
