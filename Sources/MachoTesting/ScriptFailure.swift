import MachoScripting

/// A failure of a script, as text at a line.
struct ScriptFailure {
  /// The line of the script, counted from 1.
  let line: Int
  let text: String

  /// Returns the failures of a result. Throws if the script was skipped.
  static func all(of result: ScriptResult) throws(Skipped) -> [Self] {
    switch result.status {
    case .passed, .failedAsExpected: []
    case .skipped(let reason): throw Skipped(reason: reason)
    case .failed, .updated, .pending, .stale: result.failures.map(Self.init)
    case .unparsable(let errors):
      errors.map { Self(line: $0.line, text: $0.text(path: result.path)) }
    case .unreadable(let reason): [Self(line: 1, text: reason)]
    case .timedOut: result.failures.map(Self.init)
    // Not reached: only scripts in child processes have this status.
    case .crashed(let reason): [Self(line: 1, text: reason)] + result.failures.map(Self.init)
    }
  }

  private init(_ failure: ScriptResult.Failure) {
    let phase = failure.phase.map { "## \($0)\n" } ?? ""
    let hints = MigrationHint.lines(for: failure.hints)
    let report = (failure.report + hints).map(\.text)
    let lines = failure.command.isEmpty ? report : [failure.command] + report
    self.init(line: failure.line, text: phase + lines.joined(separator: "\n"))
  }

  init(line: Int, text: String) {
    self.line = line
    self.text = text
  }
}

/// Thrown if a script skips itself.
struct Skipped: Error {
  let reason: String
}
