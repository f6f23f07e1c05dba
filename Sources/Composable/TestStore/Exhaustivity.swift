/// How much of what happens a test store's test must say.
public enum Exhaustivity: Equatable, Sendable {
  /// Everything: each change of the state, each received action, the end of each effect.
  case on
  /// What the test says must be true, the rest is skipped.
  ///
  /// - Parameter showSkippedAssertions: Whether what was skipped is shown, as issues that do not
  ///   fail the test.
  case off(showSkippedAssertions: Bool)

  /// What the test says must be true, the rest is skipped silently.
  public static let off = Self.off(showSkippedAssertions: false)
}

extension TestStore {
  /// Changes how much the test must say, for the length of a call.
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Changes how much the test must say, for the length of an asynchronous call.
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
