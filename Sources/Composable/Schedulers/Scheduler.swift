#if !canImport(Combine)
  /// When and how closures are performed: Combine's protocol, for where Combine is not.
  public protocol Scheduler<SchedulerTimeType>: SendableMetatype {
    /// An instant of the scheduler.
    associatedtype SchedulerTimeType: Strideable & SendableMetatype
    where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
    /// What can be said about how a closure is performed.
    associatedtype SchedulerOptions

    /// The instant now.
    var now: SchedulerTimeType { get }

    /// The least tolerance that the scheduler allows.
    var minimumTolerance: SchedulerTimeType.Stride { get }

    /// Performs a closure as soon as possible.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)

    /// Performs a closure when an instant has come.
    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void)

    /// Performs a closure when an instant has come, and again after each interval, until cancelled.
    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any Cancellable
  }

  /// A stride of time that can be made of seconds and parts of them.
  public protocol SchedulerTimeIntervalConvertible: SendableMetatype {
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

    /// Performs a closure when an instant has come.
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
      schedule(after: date, tolerance: minimumTolerance, options: nil, action)
    }

    /// Performs a closure when an instant has come, about.
    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      _ action: @escaping () -> Void
    ) {
      schedule(after: date, tolerance: tolerance, options: nil, action)
    }

    /// Performs a closure when an instant has come, and again after each interval.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      schedule(
        after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
    }

    /// Performs a closure when an instant has come, and again after each interval, about.
    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
    ) -> any Cancellable {
      schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
    }
  }
#endif
