import Composable
import IssueReporting
import MachoLocks
import MachoSessions

/// Keeps the issues that a feature reports, so that they fail the line during which they came.
final class IssueCollector: Sendable {
  private let problems = Lock<[Diagnostic]>([])

  /// Runs `body` and collects what it and the tasks that it starts report.
  func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withIssueReporters([Reporter(collector: self)], operation: body)
  }

  /// Keeps an error that an effect threw and nobody caught.
  func recordUncaught(_ error: any Error, at place: CallSite, catching: String) {
    let file = "\(place.fileID)".split(separator: "/").last ?? "?"
    let problem = Diagnostic(
      "effect-failed", "an effect threw an error that nobody caught: \(error)",
      notes: ["at \(file):\(place.line)", "catch it there:  \(catching)"])
    problems.withLock { $0.append(problem) }
  }

  /// Hands the issues over that came since the last call.
  func takeProblems() -> [Diagnostic] {
    problems.withLock { problems in
      defer { problems = [] }
      return problems
    }
  }

  private struct Reporter: IssueReporter {
    let collector: IssueCollector

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
      filePath: StaticString, line: UInt, column: UInt
    ) {
      guard severity == .error else { return }
      let text = (message() ?? "an issue without a message")
        .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
      let file = "\(fileID)".split(separator: "/").last ?? "?"
      let problem = Diagnostic(
        "issue", text.first ?? "an issue", notes: text.dropFirst() + ["at \(file):\(line)"])
      collector.problems.withLock { $0.append(problem) }
    }
  }
}
