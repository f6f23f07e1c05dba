import Foundation
import IssueReporting

/// An issue that a test store found.
struct TestIssue: Sendable {
  let message: String
  let exhaustivity: Exhaustivity
  let callSite: CallSite

  init(_ message: String, _ exhaustivity: Exhaustivity = .on, at callSite: CallSite) {
    self.message = message
    self.exhaustivity = exhaustivity
    self.callSite = callSite
  }

  /// Fails the test, shows a skipped assertion, or does nothing, depending on the exhaustivity.
  func report() {
    switch exhaustivity {
    case .on:
      reportIssue(
        message, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
        column: callSite.column)
    case .off(showSkippedAssertions: true):
      #if !canImport(Darwin)
        // XCTest for Linux cannot expect an issue, and would fail the test.
        if case .xcTest = TestContext.current { return printSkippedAssertion() }
      #endif
      withExpectedIssue(
        fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
        column: callSite.column
      ) {
        reportIssue(
          "Skipped assertions: …\n\n\(message)", fileID: callSite.fileID,
          filePath: callSite.filePath,
          line: callSite.line, column: callSite.column)
      }
    case .off(showSkippedAssertions: false):
      break
    }
  }

  private func printSkippedAssertion() {
    let text = "\(callSite.filePath):\(callSite.line): Skipped assertions: …\n\n\(message)\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}

extension String {
  func indented(by width: Int) -> String {
    let margin = String(repeating: " ", count: width)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }
}

/// Returns a count with its noun in singular or plural: "1 action", "2 actions".
func pluralized(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
