import ComposablePlatform
public import Dispatch

#if !canImport(Combine)
  extension DispatchQueue: Scheduler {
    /// An instant of a dispatch queue.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
      /// The instant as a `DispatchTime`.
      public var dispatchTime: DispatchTime

      /// Creates an instant.
      public init(_ time: DispatchTime) {
        dispatchTime = time
      }

      public init(from decoder: any Decoder) throws {
        let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
        self.init(DispatchTime(uptimeNanoseconds: nanoseconds))
      }

      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(dispatchTime.uptimeNanoseconds)
      }

      public func distance(to other: Self) -> Stride {
        let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
        return .nanoseconds(end >= start ? Int(end - start) : -Int(start - end))
      }

      public func advanced(by stride: Stride) -> Self {
        let (start, magnitude) = (dispatchTime.uptimeNanoseconds, stride.magnitude)
        let moved =
          magnitude >= 0
          ? start + UInt64(magnitude) : start - min(start, UInt64(magnitude.magnitude))
        return Self(DispatchTime(uptimeNanoseconds: moved))
      }

      public func hash(into hasher: inout Hasher) {
        hasher.combine(dispatchTime.uptimeNanoseconds)
      }

      /// A duration between two instants of a dispatch queue.
      public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
        ExpressibleByFloatLiteral, Hashable, Codable, Sendable
      {
        /// The number of nanoseconds.
        public var magnitude: Int

        /// The duration as a `DispatchTimeInterval`.
        public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

        /// Creates a duration from an interval. `.never` becomes the longest duration.
        public init(_ timeInterval: DispatchTimeInterval) {
          switch timeInterval {
          case .seconds(let seconds): self = .seconds(seconds)
          case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
          case .microseconds(let microseconds): self = .microseconds(microseconds)
          case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
          case .never: self = .nanoseconds(.max)
          @unknown default: self = .nanoseconds(.max)
          }
        }

        /// Creates a duration from a number of seconds.
        public init(floatLiteral seconds: Double) { self = .seconds(seconds) }

        /// Creates a duration from a number of seconds.
        public init(integerLiteral seconds: Int) { self = .seconds(seconds) }

        /// Creates a duration from a number of nanoseconds, or returns `nil` if it is too large.
        public init?(exactly nanoseconds: some BinaryInteger) {
          guard let magnitude = Int(exactly: nanoseconds) else { return nil }
          self.magnitude = magnitude
        }

        private init(magnitude: Int) { self.magnitude = magnitude }

        public static func seconds(_ seconds: Double) -> Self {
          Self(magnitude: Int(seconds * 1_000_000_000))
        }

        public static func seconds(_ seconds: Int) -> Self {
          Self(magnitude: seconds * 1_000_000_000)
        }

        public static func milliseconds(_ milliseconds: Int) -> Self {
          Self(magnitude: milliseconds * 1_000_000)
        }

        public static func microseconds(_ microseconds: Int) -> Self {
          Self(magnitude: microseconds * 1_000)
        }

        public static func nanoseconds(_ nanoseconds: Int) -> Self {
          Self(magnitude: nanoseconds)
        }

        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

        public static func + (lhs: Self, rhs: Self) -> Self {
          Self(magnitude: lhs.magnitude + rhs.magnitude)
        }

        public static func - (lhs: Self, rhs: Self) -> Self {
          Self(magnitude: lhs.magnitude - rhs.magnitude)
        }

        public static func * (lhs: Self, rhs: Self) -> Self {
          Self(magnitude: lhs.magnitude * rhs.magnitude)
        }

        public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

        public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

        public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }
      }
    }

    /// The options for performing a closure on a dispatch queue.
    public struct SchedulerOptions {
      /// The quality of service.
      public var qos: DispatchQoS
      /// The flags of the work item.
      public var flags: DispatchWorkItemFlags
      /// The group that the closure belongs to.
      public var group: DispatchGroup?

      /// Creates options.
      public init(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        group: DispatchGroup? = nil
      ) {
        self.qos = qos
        self.flags = flags
        self.group = group
      }
    }

    public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

    public var minimumTolerance: SchedulerTimeType.Stride { .seconds(0) }

    // SAFETY: the caller hands each closure over, as to Combine's schedulers; only the queue or its
    // timer calls it.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      let action = UnsafeTransfer(action)
      async(
        group: options?.group, qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
      ) { action.value() }
    }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      let action = UnsafeTransfer(action)
      asyncAfter(
        deadline: date.dispatchTime, qos: options?.qos ?? .unspecified,
        flags: options?.flags ?? []
      ) { action.value() }
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> CancellationToken {
      let action = UnsafeTransfer(action)
      let timer = DispatchSource.makeTimerSource(queue: self)
      timer.schedule(
        deadline: date.dispatchTime, repeating: interval.timeInterval,
        leeway: max(tolerance, minimumTolerance).timeInterval)
      timer.setEventHandler(
        qos: options?.qos ?? .unspecified, flags: options?.flags ?? []
      ) { action.value() }
      timer.resume()
      return makeCancellationToken { timer.cancel() }
    }
  }
#endif

extension DispatchQueue: SleepingScheduler {
  func sleepUntil(
    _ date: SchedulerTimeType, isolation: isolated (any Actor)?
  ) async throws {
    // The task sleeps without using the queue, since it resumes on its own executor anyway.
    try await Task.sleep(for: .nanoseconds(max(0, now.distance(to: date).magnitude)))
  }
}

extension DispatchQueue.SchedulerTimeType.Stride: DurationConvertible {
  var duration: Duration { .nanoseconds(magnitude) }
}
