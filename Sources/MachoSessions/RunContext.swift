/// Which set of dependency values a feature runs with.
public enum RunContext: String, CaseIterable, Sendable {
  /// Real dependencies, the real clock.
  case live
  /// The feature's canned values; the controlled clock.
  case preview
  /// Nothing but what the script stubs; the controlled clock.
  case test
}
