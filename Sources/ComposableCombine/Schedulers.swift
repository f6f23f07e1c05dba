#if !canImport(Combine)
  public import Composable
  import Dispatch
  import Foundation
  public import OpenCombine

  // Composable's schedulers as OpenCombine's, for operators such as `delay` and `receive(on:)`.

  extension AnyScheduler: OpenCombine.Scheduler
  where SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {
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

  extension TestScheduler: OpenCombine.Scheduler
  where SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {
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

  extension DispatchQueue.SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {}
  extension RunLoop.SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {}

  extension CancellationToken: OpenCombine.Cancellable {}
#endif
