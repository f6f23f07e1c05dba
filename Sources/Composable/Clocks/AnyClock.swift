/// A clock whose type is hidden; its time begins at zero when it is made.
public final class AnyClock<Duration: DurationProtocol & Hashable>: Clock, Sendable
where Duration: Sendable {
  /// Time since the clock was hidden.
  public typealias Instant = TestClock<Duration>.Instant

  private let _now: @Sendable () -> Instant
  private let _minimumResolution: @Sendable () -> Duration
  private let _sleep: @Sendable (Instant, Duration?) async throws -> Void

  /// Hides the type of a clock.
  public init<C: Clock>(_ clock: C) where C.Instant.Duration == Duration {
    let start = clock.now
    _now = { Instant(offset: start.duration(to: clock.now)) }
    _minimumResolution = { clock.minimumResolution }
    _sleep = { try await clock.sleep(until: start.advanced(by: $0.offset), tolerance: $1) }
  }

  public var now: Instant { _now() }

  public var minimumResolution: Duration { _minimumResolution() }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await _sleep(deadline, tolerance)
  }
}
