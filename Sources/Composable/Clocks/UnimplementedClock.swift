import IssueReporting

/// A clock that reports an issue whenever it is used.
public struct UnimplementedClock: Clock {
  /// An instant of the clock.
  public typealias Instant = ContinuousClock.Instant

  private let name: String

  /// Creates a clock. Issues refer to it by the dependency's name.
  public init(name: String = "clock") {
    self.name = name
  }

  public var now: Instant {
    report("now")
    return ContinuousClock().now
  }

  public var minimumResolution: Duration {
    report("minimumResolution")
    return ContinuousClock().minimumResolution
  }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    report("sleep")
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ endpoint: String) {
    reportIssue(#"Unimplemented: @Dependency(\.\#(name)), '\#(endpoint)' was used"#)
  }
}

extension Clock where Self == UnimplementedClock {
  /// A clock that reports an issue whenever it is used.
  public static func unimplemented(name: String = "clock") -> Self { Self(name: name) }
}
