/// How much of the feature's behavior a test must assert.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each state change, each received action, and the end of each effect.
  case on
  /// The test's assertions must hold. Everything else is skipped.
  ///
  /// - Parameter showSkippedAssertions: Whether skipped assertions are shown, as issues that do not
  ///   fail the test.
  case off(showSkippedAssertions: Bool)

  /// The test's assertions must hold. Everything else is skipped silently.
  public static let off = Self.off(showSkippedAssertions: false)
}

extension TestStore {
  /// Changes the exhaustivity for the duration of a call.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Changes the exhaustivity for the duration of an asynchronous call.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try await operation()
  }
}
