import IssueReporting

/// Something that a test store has to say about the test.
struct TestIssue: Sendable {
  let message: String
  let exhaustivity: Exhaustivity
  let callSite: CallSite

  init(_ message: String, _ exhaustivity: Exhaustivity = .on, at place: CallSite) {
    self.message = message
    self.exhaustivity = exhaustivity
    self.callSite = place
  }

  /// Fails the test, or shows what was skipped, or is silent.
  func report() {
    switch exhaustivity {
    case .on:
      reportIssue(
        message, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
        column: callSite.column)
    case .off(showSkippedAssertions: true):
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
}

extension String {
  func indented(by width: Int) -> String {
    let margin = String(repeating: " ", count: width)
    return split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
  }
}

/// A number of things, in English.
func pluralized(_ count: Int, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
