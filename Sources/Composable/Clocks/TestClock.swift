/// A clock whose time passes only when it is told to.
///
/// Deadlines are reached one at a time, the earliest first; of equal ones, the one registered
/// first.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable
where Duration: Sendable {
  /// Time since the clock's start.
  public struct Instant: InstantProtocol, Sendable {
    /// How much time passed since the clock's start.
    public let offset: Duration

    /// Makes an instant.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    public func duration(to other: Self) -> Duration { other.offset - offset }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  let time: VirtualTime<Instant>

  /// Makes a clock at a time.
  public init(now: Instant = .init()) {
    time = VirtualTime(now: now)
  }

  public var now: Instant { time.now }

  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance _: Duration? = nil) async throws {
    try await time.sleep(until: deadline, wait: makeEffectWait(until: deadline))
  }

  /// What an effect shows while it waits for a time of this clock.
  func makeEffectWait(until deadline: Instant) -> EffectWait? {
    // What is shown is shown in seconds; another kind of duration cannot be.
    guard let until = deadline.offset as? Swift.Duration else { return nil }
    return .asleep(until: until) { [weak self] in
      guard let now = self?.time.untrackedNow.offset as? Swift.Duration else { return .zero }
      return until - now
    }
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Makes a clock at its start.
  public convenience init() {
    self.init(now: .init())
  }
}
