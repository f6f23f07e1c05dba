import MachoLocks

/// A clock on which every sleep is over at once; its time moves to the deadline.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable
where Duration: Sendable {
  /// Time since the clock's start.
  public typealias Instant = TestClock<Duration>.Instant

  private let time: Lock<Instant>

  /// Makes a clock at a time.
  public init(now: Instant = .init()) {
    time = Lock(now)
  }

  public var now: Instant { time.withLock { $0 } }

  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Others have their turn, as with a clock on which time passes.
    await Task.yield()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Makes a clock at its start.
  public convenience init() {
    self.init(now: .init())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which each sleep is over at once.
  public static var immediate: Self { ImmediateClock() }
}
