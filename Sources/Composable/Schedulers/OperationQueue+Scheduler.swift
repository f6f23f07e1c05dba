import ComposablePlatform
public import Foundation

#if !canImport(Combine)
  extension OperationQueue: Scheduler {
    /// An instant of an operation queue.
    public typealias SchedulerTimeType = RunLoop.SchedulerTimeType

    /// The options for performing a closure on an operation queue. There are none.
    public struct SchedulerOptions {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    public var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }

    // SAFETY: the caller hands each closure over, as to Combine's schedulers; only the queue or a timer
    // calls it.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      let action = UnsafeTransfer(action)
      addOperation { action.value() }
    }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      let action = UnsafeTransfer(action)
      DispatchQueue.global().asyncAfter(deadline: .now() + now.distance(to: date).timeInterval) {
        self.addOperation { action.value() }
      }
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> CancellationToken {
      let action = UnsafeTransfer(action)
      let timer = DispatchSource.makeTimerSource()
      timer.schedule(
        deadline: .now() + now.distance(to: date).timeInterval, repeating: interval.timeInterval)
      timer.setEventHandler { self.addOperation { action.value() } }
      timer.resume()
      return makeCancellationToken { timer.cancel() }
    }
  }
#endif
