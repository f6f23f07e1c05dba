import MachoSessions

/// The lines of a run, for its script.
package struct RunDescription: Hashable, Codable, Sendable {
  /// The `stub` lines of the endpoints that were called.
  package var stubLines: [Line] = []
  /// The line of the property that failed. `nil` if an `expect` line at the end shows the failure, or if
  /// no property failed.
  package var property: Line?
  /// The numbers of the `schedule` line. Empty for the order of a first-in, first-out queue.
  package var schedule: [Int] = []
  /// The lines of the steps.
  package var lines: [Line] = []

  /// Makes the last line one that must fail.
  mutating func expectFailure(_ code: DiagnosticCode) {
    guard !lines.isEmpty else { return }
    lines[lines.count - 1].expectedFailure = .code(code)
  }

  /// Whether effects sent actions, or were in flight at the end.
  package var hasEffects = false
  /// Whether received actions follow the last sent one.
  package var hasUnassertedActions = false

  /// Creates an empty description.
  package init() {}
}
