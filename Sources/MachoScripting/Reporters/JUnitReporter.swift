import MachoReporting

/// A reporter that writes JUnit XML for CI servers. Each script, or each case of a
/// specification, is a test case.
///
/// Properties of a test case contain what JUnit has no attribute for, so that `macho report merge`
/// can read the report.
package struct JUnitReporter: Reporter {
  private let shard: ReportShard?

  /// Creates a reporter.
  package init(shard: ReportShard? = nil) { self.shard = shard }

  /// Returns no lines. The first element contains the counts, so `finish` writes the document.
  package func start(scripts paths: [String]) -> [StyledLine] { [] }

  package func report(_ result: ScriptResult) -> [StyledLine] { [] }

  package func finish(_ summary: RunSummary) -> [StyledLine] {
    StyledLine.plain(lines(of: summary.results.map { ReportedScript($0) }, summary.end))
  }

  /// Returns the document of some scripts.
  package func lines(of scripts: [ReportedScript], _ end: ReportEnd) -> [String] {
    func count(_ element: Element) -> Int { scripts.count { self.element($0) == element } }
    let interruption = end.interruptionText.map { ["    <system-err>\(text($0))</system-err>"] }
    let counts =
      #"tests="\#(scripts.count)" failures="\#(count(.failure))""#
      + #" errors="\#(count(.error))" skipped="\#(count(.skipped))""#
      + #" time="\#(seconds(end.durationMs))""#
    let head = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites name="macho" \#(counts)>"#,
      #"  <testsuite name="macho" \#(counts)>"#,
    ]
    var runProperties: [(String, String)] = []
    if let shard { runProperties.append(("shard", "\(shard.index)/\(shard.count)")) }
    if let interruption = end.interruption {
      runProperties += [("interruption", interruption), ("unfinished", "\(end.unfinished)")]
    }
    return head + properties(runProperties).map { "    " + $0 } + scripts.flatMap(testCase)
      + (interruption ?? []) + ["  </testsuite>", "</testsuites>"]
  }

  /// The child element of a test case. A script with wrong results is a `failure`. A script without
  /// a result is an `error`.
  private enum Element: String {
    case failure, error, skipped
  }

  private func element(_ script: ReportedScript) -> Element? {
    switch script.status {
    case .passed: nil
    case .updated: script.isSuccess ? nil : .failure
    // JUnit has no element for expected failures.
    case .skipped, .failedAsExpected: .skipped
    case .failed, .pending, .stale: .failure
    case .unparsable, .unreadable, .crashed, .timedOut: .error
    }
  }

  private func testCase(_ script: ReportedScript) -> [String] {
    let (directory, name) = parts(of: script)
    var head =
      #"    <testcase name="\#(attribute(name))" classname="\#(attribute(directory))""#
      + #" file="\#(attribute(script.path))""#
    if let line = script.failures.first?.line ?? script.case?.line { head += #" line="\#(line)""# }
    head += #" time="\#(seconds(script.durationMs))">"#
    let transcript = script.transcript.map { [("transcript", $0)] } ?? []
    let specCase = script.case.map { [("case-line", "\($0.line)")] } ?? []
    return [head]
      + properties(
        [("status", script.status.rawValue), ("commands", "\(script.commands)")] + specCase
          + transcript
      ).map { "      " + $0 } + detail(script).map { "      " + $0 } + ["    </testcase>"]
  }

  /// Returns the element with the reason of a failure or a skip.
  private func detail(_ script: ReportedScript) -> [String] {
    guard let element = element(script) else { return [] }
    let message = attribute(script.message ?? "")
    guard element != .skipped else { return [#"<skipped message="\#(message)"/>"#] }
    return [
      #"<\#(element.rawValue) message="\#(message)" type="\#(attribute(script.failureType))">"#
        + text(([script.name] + script.report).joined(separator: "\n"))
        + "</\(element.rawValue)>"
    ]
  }

  private func properties(_ properties: [(name: String, value: String)]) -> [String] {
    guard !properties.isEmpty else { return [] }
    return ["<properties>"]
      + properties.map { #"  <property name="\#($0.name)" value="\#(attribute($0.value))"/>"# }
      + ["</properties>"]
  }

  /// Returns a dotted path, by which servers group test cases, and the name: the directory and the
  /// file, or the file and the case. The path is never empty.
  private func parts(of script: ReportedScript) -> (directory: String, name: String) {
    var parts = script.path.split(separator: "/").filter { $0 != "." }
    if let specCase = script.case { return (parts.joined(separator: "."), specCase.name) }
    let name = parts.popLast().map(String.init) ?? script.path
    return (parts.isEmpty ? "macho" : parts.joined(separator: "."), name)
  }

  private func seconds(_ milliseconds: Double) -> String {
    Duration.microseconds(Int64((milliseconds * 1000).rounded())).secondsText
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
