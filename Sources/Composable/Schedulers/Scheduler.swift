#if !canImport(Combine)
  /// A scheduler of closures: Combine's protocol, for platforms without Combine.
  public protocol Scheduler<SchedulerTimeType> {
    /// An instant of the scheduler.
    associatedtype SchedulerTimeType: Strideable
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
    /// The options for performing a closure.
    associatedtype SchedulerOptions

    /// The current instant.
    var now: SchedulerTimeType { get }

    /// The smallest tolerance that the scheduler supports.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Performs a closure as soon as possible.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

    /// Performs a closure at an instant.
    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void)

    /// Performs a closure at an instant and then after each interval, until cancelled.
    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> CancellationToken
  }

  /// A duration that can be created from seconds and fractions of them.
  public protocol SchedulerTimeIntervalConvertible {
    /// A number of seconds.
    static func seconds(_ seconds: Int) -> Self
    /// A number of seconds, with a fraction.
    static func seconds(_ seconds: Double) -> Self
    /// A number of milliseconds.
    static func milliseconds(_ milliseconds: Int) -> Self
    /// A number of microseconds.
    static func microseconds(_ microseconds: Int) -> Self
    /// A number of nanoseconds.
    static func nanoseconds(_ nanoseconds: Int) -> Self
  }

  extension Scheduler {
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
#endif
