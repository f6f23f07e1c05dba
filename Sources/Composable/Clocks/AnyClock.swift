/// A type-erased clock. Its time starts at zero when it is created.
public final class AnyClock<Duration: DurationProtocol & Hashable>: Clock, Sendable
where Duration: Sendable {
  /// The time since the type-erased clock was created.
  public typealias Instant = TestClock<Duration>.Instant

  private let _now: @Sendable () -> Instant
  private let _minimumResolution: @Sendable () -> Duration
  private let _sleep: @Sendable (Instant, Duration?) async throws -> Void

  /// Erases the type of a clock.
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
