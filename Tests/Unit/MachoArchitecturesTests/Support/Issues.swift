import IssueReporting
import MachoLocks

/// Runs `body` and returns the messages of the reported issues.
func issues(of body: () throws -> Void) rethrows -> [String] {
  let messages = Log<String>()
  try withIssueReporters([IssueCollector { messages.record($0) }], operation: body)
  return messages.entries
}

/// Runs `body` and calls `onIssue` with each issue that it or its tasks report.
func issues(
  onIssue: @escaping @Sendable (String) -> Void, in body: () async throws -> Void
) async rethrows {
  try await withIssueReporters([IssueCollector(onIssue: onIssue)], operation: body)
}

private struct IssueCollector: IssueReporter {
  let onIssue: @Sendable (String) -> Void

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    onIssue(message() ?? "")
  }
}
