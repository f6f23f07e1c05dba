import MachoLocks

/// A clock on which every sleep ends immediately and moves the time to its deadline.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable
where Duration: Sendable {
  /// The time since the clock's start.
  public typealias Instant = TestClock<Duration>.Instant

  private let time: Lock<Instant>

  /// Creates a clock at an instant.
  public init(now: Instant = .init()) {
    time = Lock(now)
  }

  public var now: Instant { time.withLock { $0 } }

  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Yields, so that other tasks can run as they would during a real sleep.
    await Task.yield()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Creates a clock at its start.
  public convenience init() {
    self.init(now: .init())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which every sleep ends immediately.
  public static var immediate: Self { ImmediateClock() }
}
