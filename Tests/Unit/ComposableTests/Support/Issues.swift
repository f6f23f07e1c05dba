import IssueReporting

/// Collects the issues that are reported while `body` runs.
func issues(during body: () throws -> Void) rethrows -> [ReportedIssue] {
  let recorder = IssueRecorder()
  try withIssueReporters([recorder], operation: body)
  return recorder.all
}

/// An issue with its file and line.
struct ReportedIssue: Sendable {
  let message: String
  let file: String
  let line: UInt
}

final class IssueRecorder: IssueReporter {
  private let log = Log<ReportedIssue>()

  var all: [ReportedIssue] { log.all }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString,
    line: UInt, column: UInt
  ) {
    log.record(ReportedIssue(message: message() ?? "", file: "\(fileID)", line: line))
  }
}

/// Collects the issues that are reported while the asynchronous `body` runs.
@MainActor
func issues(during body: @MainActor () async throws -> Void) async rethrows -> [ReportedIssue] {
  let recorder = IssueRecorder()
  try await withIssueReporters([recorder]) { try await body() }
  return recorder.all
}
