import ComposablePlatform
import IssueReporting

/// A scheduler that reports an issue whenever it is used, then performs closures immediately.
public struct UnimplementedScheduler<
  SchedulerTimeType: Strideable, SchedulerOptions
>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private let name: String
  private let base: ImmediateScheduler<SchedulerTimeType, SchedulerOptions>

  /// Creates a scheduler. Issues contain its name.
  public init(_ name: String = "", now: SchedulerTimeType) {
    self.name = name
    base = ImmediateScheduler(now: now)
  }

  public var now: SchedulerTimeType {
    report("now")
    return base.now
  }

  public var minimumTolerance: SchedulerTimeType.Stride { base.minimumTolerance }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    report("schedule")
    base.schedule(options: options, action)
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    report("schedule(after:)")
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> CancellationToken {
    report("schedule(after:interval:)")
    return base.schedule(
      after: date, interval: interval, tolerance: tolerance, options: options, action)
  }

  private func report(_ endpoint: String) {
    reportIssue("Unimplemented: \(name.isEmpty ? "a scheduler" : name), '\(endpoint)' was used")
  }
}

/// An unimplemented scheduler with the instants and options of `S`.
public typealias UnimplementedSchedulerOf<S: Scheduler> = UnimplementedScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>
