import MachoLocks

/// A clock whose time moves only when advanced.
///
/// Deadlines are reached one at a time, earliest first. Equal deadlines are reached in the order of
/// registration.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable
where Duration: Sendable {
  /// The time since the clock's start.
  public struct Instant: InstantProtocol, Sendable {
    /// The time since the clock's start.
    public let offset: Duration

    /// Creates an instant.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    public func duration(to other: Self) -> Duration { other.offset - offset }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  let time: VirtualTime<Instant>
  /// The dependencies whose schedulers have used the clock.
  let schedulers = Lock<Set<String>>([])

  /// Creates a clock at an instant.
  public init(now: Instant = .init()) {
    time = VirtualTime(now: now)
  }

  public var now: Instant { time.now }

  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    try await time.sleep(until: deadline, wait: makeEffectWait(until: deadline))
  }

  /// Returns the wait that an effect shows as its status while it sleeps until `deadline`.
  func makeEffectWait(until deadline: Instant) -> EffectWait? {
    // The status is in seconds. Other types of durations have none.
    guard let until = deadline.offset as? Swift.Duration else { return nil }
    return .asleep(until: until) { [weak self] in
      guard let now = self?.time.untrackedNow.offset as? Swift.Duration else { return .zero }
      return until - now
    }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Creates a clock at its start.
  public convenience init() {
    self.init(now: .init())
  }
}
