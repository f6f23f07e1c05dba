import MachoReporting

/// A reporter that writes JUnit XML for CI servers. Each script is a test case.
package struct JUnitReporter: Reporter {
  /// Creates a reporter.
  package init() {}

  /// Returns no lines. The first element contains the counts, so `finish` writes the document.
  package func start(scripts paths: [String]) -> [StyledLine] { [] }

  package func report(_ result: ScriptResult) -> [StyledLine] { [] }

  package func finish(_ summary: RunSummary) -> [StyledLine] {
    let cases = summary.results.flatMap(testCase)
    let interruption = summary.interruptionText.map { ["    <system-err>\(text($0))</system-err>"] }
    let counts =
      #"tests="\#(summary.results.count)" failures="\#(count(summary, .failure))""#
      + #" errors="\#(count(summary, .error))" skipped="\#(count(summary, .skipped))""#
      + #" time="\#(summary.duration.secondsText)""#
    let head = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites name="macho" \#(counts)>"#,
      #"  <testsuite name="macho" \#(counts)>"#,
    ]
    return StyledLine.plain(
      head + cases + (interruption ?? []) + ["  </testsuite>", "</testsuites>"])
  }

  /// The child element of a test case. A script with wrong results is a `failure`. A script without
  /// a result is an `error`.
  private enum Element: String {
    case failure, error, skipped
  }

  private func element(_ result: ScriptResult) -> Element? {
    switch result.status {
    case .passed: nil
    case .updated: result.isSuccess ? nil : .failure
    // JUnit has no element for expected failures.
    case .skipped, .failedAsExpected: .skipped
    case .failed, .pending, .stale: .failure
    case .unparsable, .unreadable, .crashed, .timedOut: .error
    }
  }

  private func count(_ summary: RunSummary, _ element: Element) -> Int {
    summary.results.count { self.element($0) == element }
  }

  private func testCase(_ result: ScriptResult) -> [String] {
    let (directory, name) = parts(of: result.path)
    var head =
      #"    <testcase name="\#(attribute(name))" classname="\#(attribute(directory))""#
      + #" file="\#(attribute(result.path))""#
    if let line = result.firstLine { head += #" line="\#(line)""# }
    head += #" time="\#(result.duration.secondsText)""#
    guard let element = element(result) else { return [head + "/>"] }
    let message = attribute(result.summary ?? "")
    guard element != .skipped else {
      return [head + ">", #"      <skipped message="\#(message)"/>"#, "    </testcase>"]
    }
    let type =
      result.failures.first.map { $0.code ?? $0.kind.rawValue } ?? result.verdict.rawValue
    return [
      head + ">",
      #"      <\#(element.rawValue) message="\#(message)" type="\#(attribute(type))">"#
        + text(([result.path] + result.details.map(\.text)).joined(separator: "\n"))
        + "</\(element.rawValue)>",
      "    </testcase>",
    ]
  }

  /// Returns a dotted directory, by which servers group test cases, and the file name. The directory
  /// is never empty.
  private func parts(of path: String) -> (directory: String, name: String) {
    var parts = path.split(separator: "/").filter { $0 != "." }
    let name = parts.popLast().map(String.init) ?? path
    return (parts.isEmpty ? "macho" : parts.joined(separator: "."), name)
  }

  private func attribute(_ text: String) -> String {
    self.text(text).replacing("\"", with: "&quot;").replacing("\n", with: "&#10;")
      .replacing("\t", with: "&#9;")
  }

  /// Returns escaped text. XML 1.0 cannot contain most control characters, so they are escaped as in scripts.
  private func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where OutputEscaping.isUnsafe(scalar) || scalar.value & 0xFFFE == 0xFFFE:
        result += OutputEscaping.escaped(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
