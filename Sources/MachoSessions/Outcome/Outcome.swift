import MachoValues

/// The result of one line.
package struct Outcome: Sendable {
  /// A directive from a command to the session's host.
  package enum Directive: Equatable, Sendable {
    /// Ends the session.
    case quit
    /// Skips the rest of the script, with the reason.
    case skip(String)
    /// Runs the lines of another script. The first value is the file's name.
    case source(String, text: String, parameters: [SourceParameter])
    /// Marks the script as known to fail, with the reason.
    case expectFailure(String)
    /// Limits the time for the rest of the script.
    case timeout(Duration)
    /// Continues the script that the host debugs, or shows it.
    case debug(DebuggerOperation)
  }

  /// The line's text.
  package var text: String
  /// The parsed line, if parsing succeeded.
  package var line: Line?
  /// External input that arrived before the line ran, in a live store.
  package internal(set) var preceding: [Event] = []
  /// Whether the store was live, with real endpoints and real time.
  package internal(set) var wasLive = false
  /// The events that the command itself caused.
  package var events: [Event] = []
  /// The reason why the line failed.
  package var failure: Diagnostic?
  /// The actual failure if the line's `!` expected another code.
  package internal(set) var unexpectedFailure: Diagnostic?
  /// The failure that the line's `!` expected.
  package var expectedFailure: Diagnostic?
  /// The problems that real endpoints of a live store reported, also those that `failure` only mentions.
  package internal(set) var endpointProblems: [Diagnostic] = []
  /// The received actions that were applied immediately, each with its diff.
  package var received: [Event] = []
  /// Whether `received` depends on external work. A script must `settle` first.
  package var isExternal = false
  /// Whether ignored actions were applied without output.
  package internal(set) var hasAppliedIgnoredActions = false
  /// The context of an opened feature, if a script would open it in another one by default.
  package internal(set) var impliedContext: ContextChoice?
  /// The properties that the line leaves out, each with the default in the source, unless an earlier line of
  /// the session had them. Prompts print them, scripts do not.
  package internal(set) var filled: [FilledProperty] = []
  /// Whether a condition of the line was not satisfied, so that it did not run.
  package var wasSkipped = false
  /// The directive to the session's host.
  package var directive: Directive?

  /// Creates the outcome of a text. The other properties have their defaults.
  package init(
    text: String, line: Line? = nil, failure: Diagnostic? = nil, wasSkipped: Bool = false
  ) {
    self.text = text
    self.line = line
    self.failure = failure
    self.wasSkipped = wasSkipped
  }
}

extension Outcome {
  /// The outcome of a script in which stubs replace the real endpoints.
  package var withoutEndpointProblems: Outcome {
    var outcome = self
    outcome.endpointProblems = []
    if failure?.isOfEndpoint == true { outcome.failure = nil }
    if expectedFailure?.isOfEndpoint == true { outcome.expectedFailure = nil }
    let notes = endpointProblems.map(\.asNote)
    outcome.failure?.notes.removeAll { notes.contains($0) }
    outcome.expectedFailure?.notes.removeAll { notes.contains($0) }
    return outcome
  }

  /// Whether the command ran and succeeded.
  package var isSuccess: Bool { failure == nil && expectedFailure == nil && !wasSkipped }

  /// Compares the failure with the one that the line's `!` expects.
  mutating func applyExpectedFailure() {
    guard let expected = line?.expectedFailure else { return }
    switch (expected, failure) {
    case (.any, let actual?):
      (expectedFailure, failure) = (actual, nil)
    case (.code(let code), let actual?) where actual.code == code:
      (expectedFailure, failure) = (actual, nil)
    case (.code(let code), let actual?):
      unexpectedFailure = actual
      failure?.code = "wrong-failure"
      failure?.message = "'\(code)' was expected, not \(actual.code): \(actual.message)"
      failure?.mismatch = nil
    case (_, nil):
      failure = Diagnostic("unexpected-pass", "the line was expected to fail but passed")
    }
  }
}
