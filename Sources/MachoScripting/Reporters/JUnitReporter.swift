/// The report as JUnit's XML, for servers that collect tests: a test case a script.
package struct JUnitReporter: Reporter {
  /// Makes a report that has said nothing yet.
  package init() {}

  /// Nothing: the counts stand in the first element, so the document is written at the end.
  package func start(_ paths: [String]) -> [String] { [] }

  package func report(_ result: ScriptResult) -> [String] { [] }

  package func finish(_ end: RunSummary) -> [String] {
    let cases = end.results.flatMap(testCase)
    let interruption = end.interruptionText.map { ["    <system-err>\(text($0))</system-err>"] }
    let counts =
      #"tests="\#(end.results.count)" failures="\#(count(end, .failure))""#
      + #" errors="\#(count(end, .error))" skipped="\#(count(end, .skipped))""#
      + #" time="\#(end.duration.secondsText)""#
    return [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites name="macho" \#(counts)>"#,
      #"  <testsuite name="macho" \#(counts)>"#,
    ] + cases + (interruption ?? []) + ["  </testsuite>", "</testsuites>"]
  }

  /// What stands in a test case. A script that is wrong fails; what is no verdict on it is an
  /// error.
  private enum Element: String {
    case failure, error, skipped
  }

  private func element(_ result: ScriptResult) -> Element? {
    switch result.status {
    case .passed: nil
    case .updated: result.isSuccess ? nil : .failure
    // Servers know no failure that is none.
    case .skipped, .failedAsExpected: .skipped
    case .failed, .pending, .stale: .failure
    case .unparsable, .unreadable, .crashed, .timedOut: .error
    }
  }

  private func count(_ end: RunSummary, _ element: Element) -> Int {
    end.results.count { self.element($0) == element }
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
        + text(([result.path] + result.details).joined(separator: "\n"))
        + "</\(element.rawValue)>",
      "    </testcase>",
    ]
  }

  /// Directories as servers group by: with dots, and never empty.
  private func parts(of path: String) -> (directory: String, name: String) {
    var parts = path.split(separator: "/").filter { $0 != "." }
    let name = parts.popLast().map(String.init) ?? path
    return (parts.isEmpty ? "macho" : parts.joined(separator: "."), name)
  }

  private func attribute(_ text: String) -> String {
    self.text(text).replacing("\"", with: "&quot;").replacing("\n", with: "&#10;")
      .replacing("\t", with: "&#9;")
  }

  /// Text of XML 1.0, which has no place for most control characters: they stand as escapes.
  private func text(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where OutputEscaping.isUnsafe(scalar) || scalar.value & 0xFFFE == 0xFFFE:
        result += "\\x{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
