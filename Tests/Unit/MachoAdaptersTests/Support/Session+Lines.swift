import MachoSessions
import Testing

extension Session {
  /// Whether none of the lines fails; the first that does is recorded.
  func passes(_ lines: String...) -> Bool {
    for line in lines {
      if let failure = run(line).failure {
        Issue.record("\(line): \(failure)")
        return false
      }
    }
    return true
  }

  /// The code with which a line fails.
  func code(_ line: String) -> String? { run(line).failure?.code.rawValue }
}
