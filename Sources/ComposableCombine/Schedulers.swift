#if !canImport(Combine)
  public import Composable
  import Dispatch
  import Foundation
  public import OpenCombine

  // Composable's schedulers as OpenCombine's, for operators such as `delay` and `receive(on:)`.

  extension AnyScheduler: OpenCombine.Scheduler
  where SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {}
  extension TestScheduler: OpenCombine.Scheduler
  where SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {}

  // Foundation's queues are schedulers of publishers on Apple platforms, by Combine.

  // swift-format-ignore: AvoidRetroactiveConformances
  extension DispatchQueue: @retroactive OpenCombine.Scheduler {}
  // swift-format-ignore: AvoidRetroactiveConformances
  extension RunLoop: @retroactive OpenCombine.Scheduler {}
  // swift-format-ignore: AvoidRetroactiveConformances
  extension OperationQueue: @retroactive OpenCombine.Scheduler {}

  extension Composable.Scheduler where Self: OpenCombine.Scheduler {
    /// Performs a closure at an instant and then after each interval, until cancelled.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any OpenCombine.Cancellable {
      let token: CancellationToken = schedule(
        after: date, interval: interval, tolerance: tolerance, options: options, action)
      return token
    }
  }

  // The methods that both protocols add. Without these, a call of a scheduler of both is ambiguous.
  extension Composable.Scheduler where Self: OpenCombine.Scheduler {
    /// Performs a closure as soon as possible.
    public func schedule(_ action: @escaping () -> Void) {
      schedule(options: nil, action)
    }

    /// Performs a closure at an instant.
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
      schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Performs a closure at an instant, within a tolerance.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      _ action: @escaping () -> Void
    ) {
      schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Performs a closure at an instant and then after each interval, until cancelled.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      _ action: @escaping () -> Void
    ) -> CancellationToken {
      schedule(
        after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }

    /// Performs a closure at an instant and then after each interval, within a tolerance, until
    /// cancelled.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> CancellationToken {
      schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
  }

  extension DispatchQueue.SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {}
  extension RunLoop.SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {}

  extension CancellationToken: OpenCombine.Cancellable {}
#endif
