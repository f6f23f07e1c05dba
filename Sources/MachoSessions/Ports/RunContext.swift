/// The set of dependency values that a feature runs with.
public enum RunContext: String, CaseIterable, Sendable {
  /// Real dependencies and the real clock.
  case live
  /// The feature's preview values and the test clock.
  case preview
  /// Only stubbed endpoints and the test clock.
  case test
}
