import ComposablePlatform
public import Foundation

#if !canImport(Combine)
  extension RunLoop: Scheduler {
    /// An instant of a run loop.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
      /// The instant as a date.
      public var date: Date

      /// Creates an instant.
      public init(_ date: Date) {
        self.date = date
      }

      public func distance(to other: Self) -> Stride {
        Stride(other.date.timeIntervalSince(date))
      }

      public func advanced(by stride: Stride) -> Self {
        Self(date.addingTimeInterval(stride.timeInterval))
      }

      /// A duration between two instants of a run loop.
      public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
        ExpressibleByFloatLiteral, Hashable, Codable, Sendable
      {
        /// The number of seconds.
        public var magnitude: TimeInterval

        /// The number of seconds.
        public var timeInterval: TimeInterval { magnitude }

        /// Creates a duration from a number of seconds.
        public init(_ timeInterval: TimeInterval) {
          magnitude = timeInterval
        }

        public init(floatLiteral seconds: TimeInterval) { self.init(seconds) }

        public init(integerLiteral seconds: TimeInterval) { self.init(seconds) }

        public init?(exactly seconds: some BinaryInteger) {
          guard let seconds = TimeInterval(exactly: seconds) else { return nil }
          self.init(seconds)
        }

        public static func seconds(_ seconds: Int) -> Self { Self(TimeInterval(seconds)) }

        public static func seconds(_ seconds: Double) -> Self { Self(seconds) }

        public static func milliseconds(_ milliseconds: Int) -> Self {
          Self(TimeInterval(milliseconds) / 1_000)
        }

        public static func microseconds(_ microseconds: Int) -> Self {
          Self(TimeInterval(microseconds) / 1_000_000)
        }

        public static func nanoseconds(_ nanoseconds: Int) -> Self {
          Self(TimeInterval(nanoseconds) / 1_000_000_000)
        }

        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

        public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }

        public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }

        public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }

        public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

        public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

        public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
      }
    }

    /// The options for performing a closure on a run loop. There are none.
    public struct SchedulerOptions {}

    public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

    public var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }

    // SAFETY: the caller hands each closure over, as to Combine's schedulers; only the run loop calls
    // it.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      let action = UnsafeTransfer(action)
      perform { action.value() }
    }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      let action = UnsafeTransfer(action)
      let timer = Timer(fire: date.date, interval: 0, repeats: false) { _ in action.value() }
      timer.tolerance = tolerance.timeInterval
      add(timer, forMode: .default)
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> CancellationToken {
      let action = UnsafeTransfer(action)
      let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in
        action.value()
      }
      timer.tolerance = tolerance.timeInterval
      add(timer, forMode: .default)
      return makeCancellationToken { timer.invalidate() }
    }
  }
#endif

extension RunLoop: SleepingScheduler {
  func sleepUntil(
    _ date: SchedulerTimeType, isolation: isolated (any Actor)?
  ) async throws {
    try await Task.sleep(for: max(.zero, now.distance(to: date).duration))
  }
}

extension RunLoop.SchedulerTimeType.Stride: DurationConvertible {
  // Rounded to microseconds, because a date's fractions of a second are not exact.
  var duration: Duration { .microseconds((timeInterval * 1_000_000).rounded()) }
}
