import IssueReporting
import Synchronization

/// The messages of the issues that are reported while `body` runs.
func issues(
  isolation: isolated (any Actor)? = #isolation, during body: () async -> Void
) async -> [String] {
  let recorder = IssueRecorder()
  await withIssueReporters([recorder], operation: body)
  return recorder.messages.withLock { $0 }
}

private final class IssueRecorder: IssueReporter {
  let messages = Mutex<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let message = message() ?? ""
    messages.withLock { $0.append(message) }
  }
}
