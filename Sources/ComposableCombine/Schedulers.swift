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
      token(
        schedule(
          after: date, interval: interval, tolerance: tolerance, options: options, action))
    }
  }

  extension TestScheduler: OpenCombine.Scheduler
  where SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any OpenCombine.Cancellable {
      token(
        schedule(
          after: date, interval: interval, tolerance: tolerance, options: options, action))
    }
  }

  extension DispatchQueue.SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {}
  extension RunLoop.SchedulerTimeType.Stride: OpenCombine.SchedulerTimeIntervalConvertible {}

  extension Composable.Cancellable {
    /// Stores the token in a set of OpenCombine's tokens.
    public func store(in set: inout Set<OpenCombine.AnyCancellable>) {
      token(self).store(in: &set)
    }
  }

  /// Returns OpenCombine's form of a token.
  private func token(_ token: any Composable.Cancellable) -> OpenCombine.AnyCancellable {
    OpenCombine.AnyCancellable { token.cancel() }
  }
#endif
