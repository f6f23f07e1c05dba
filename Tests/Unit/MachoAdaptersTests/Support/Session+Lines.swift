import MachoSessions
import Testing

extension Session {
  /// Runs the lines. Returns `false` and records an issue at the first failure.
  func passes(_ lines: String...) -> Bool {
    for line in lines {
      if let failure = run(line).failure {
        Issue.record("\(line): \(failure)")
        return false
      }
    }
    return true
  }

  /// Runs a line. Returns the code of its failure.
  func code(_ line: String) -> String? { run(line).failure?.code.rawValue }
}
