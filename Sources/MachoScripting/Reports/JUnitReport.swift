/// Reads the reports of `JUnitReporter`.
struct JUnitReport {
  private var scanner: XMLScanner
  private var contents: ReportContents
  /// The names of the open elements.
  private var open: [String] = []
  private var test: TestCase?
  private var properties: [String: String] = [:]
  /// The attributes of the `testsuite` element, and the number of scripts before it.
  private var suite: (attributes: [String: String], first: Int)?

  /// An open `testcase` element.
  private struct TestCase {
    var line: Int
    var attributes: [String: String]
    var properties: [String: String] = [:]
    /// The attributes of the `failure`, `error` or `skipped` element.
    var detail: [String: String] = [:]
    var text = ""
  }

  private init(_ bytes: [UInt8], path: String) {
    scanner = XMLScanner(bytes)
    contents = ReportContents(path: path)
  }

  static func read(_ bytes: [UInt8], path: String) throws(ReportDamage) -> ReportContents {
    var report = JUnitReport(bytes, path: path)
    var line = 1
    func damage(_ reason: String) -> ReportDamage {
      ReportDamage(path: path, line: line, reason: reason)
    }
    do throws(XMLScanner.Malformed) {
      while let token = try report.scanner.next() {
        try report.handle(token, line)
        line = report.scanner.line
      }
      guard report.open.isEmpty else {
        throw XMLScanner.Malformed(reason: "the document ends inside of '\(report.open.last!)'")
      }
      guard report.suite != nil else {
        throw XMLScanner.Malformed(reason: "not a JUnit report of macho")
      }
    } catch {
      throw damage(error.reason)
    }
    return report.contents
  }

  private mutating func handle(
    _ token: XMLScanner.Token, _ line: Int
  ) throws(XMLScanner.Malformed) {
    switch token {
    case .open(let name, let attributes):
      if open.isEmpty, name != "testsuites" || attributes["name"] != "macho" {
        throw XMLScanner.Malformed(reason: "not a JUnit report of macho")
      }
      open.append(name)
      switch name {
      case "testsuite": suite = (attributes, contents.entries.count)
      case "testcase": test = TestCase(line: line, attributes: attributes)
      case "property":
        let value = attributes["value"] ?? ""
        guard let key = attributes["name"] else { break }
        if test == nil { properties[key] = value } else { test?.properties[key] = value }
      case "failure", "error", "skipped": test?.detail = attributes
      default: break
      }
    case .text(let text):
      if open.last == "failure" || open.last == "error" { test?.text += text }
    case .close(let name):
      guard open.popLast() == name else {
        throw XMLScanner.Malformed(reason: "'\(name)' is closed but not open")
      }
      if name == "testcase", let test {
        contents.entries.append(try entry(test))
        self.test = nil
      }
      if name == "testsuite" { try finishSuite() }
    }
  }

  /// Converts a test case to a result.
  private func entry(_ test: TestCase) throws(XMLScanner.Malformed) -> ReportContents.Entry {
    guard let path = test.attributes["file"], !path.isEmpty else {
      throw XMLScanner.Malformed(reason: "the test case has no attribute 'file'")
    }
    guard let status = test.properties["status"].flatMap(ScriptResult.Verdict.init) else {
      throw XMLScanner.Malformed(reason: "the test case '\(path)' has no valid property 'status'")
    }
    guard let seconds = test.attributes["time"].flatMap(Double.init), (0..<1e9).contains(seconds)
    else { throw XMLScanner.Malformed(reason: "the test case '\(path)' has no valid 'time'") }
    var script = ReportedScript(
      path: path, status: status, durationMs: (seconds * 1_000_000).rounded() / 1000,
      commands: test.properties["commands"].flatMap(Int.init) ?? 0)
    script.transcript = test.properties["transcript"]
    if let line = test.properties["case-line"].flatMap(Int.init),
      let name = test.attributes["name"]
    {
      script.case = ScriptCase(name: name, line: line)
    }
    script.message = test.detail["message"]
    script.report = test.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .map(String.init)
    if let line = test.attributes["line"].flatMap(Int.init), let type = test.detail["type"] {
      script.failures = [failure(type, line: line, status)]
    }
    return ReportContents.Entry(script: script, location: "\(contents.path):\(test.line)")
  }

  private func failure(
    _ type: String, line: Int, _ status: ScriptResult.Verdict
  ) -> ReportedScript.Failure {
    if type == status.rawValue {
      return ReportedScript.Failure(kind: ReportedScript.Failure.parse, line: line, report: [])
    }
    let kind = ScriptResult.Failure.Kind(rawValue: type)
    return ReportedScript.Failure(
      kind: (kind ?? .diagnostic).rawValue, line: line, code: kind == nil ? type : nil, report: [])
  }

  private mutating func finishSuite() throws(XMLScanner.Malformed) {
    guard let suite else { return }
    let entries = contents.entries[suite.first...]
    guard suite.attributes["tests"].flatMap(Int.init) == entries.count else {
      throw XMLScanner.Malformed(
        reason: "the run has \(suite.attributes["tests"] ?? "no number of") scripts, but the"
          + " report has \(entries.count)")
    }
    if let text = properties["shard"] {
      let parts = text.split(separator: "/").compactMap { Int($0) }
      guard parts.count == 2, parts[1] >= 1, (1...parts[1]).contains(parts[0]) else {
        throw XMLScanner.Malformed(reason: "invalid shard '\(text)'")
      }
      contents.shards.append(ReportShard(index: parts[0], count: parts[1]))
    }
    let seconds = suite.attributes["time"].flatMap(Double.init) ?? 0
    contents.ends.append(
      ReportEnd(
        entries.map(\.script), durationMs: (seconds * 1_000_000).rounded() / 1000,
        interruption: properties["interruption"],
        unfinished: properties["unfinished"].flatMap(Int.init) ?? 0))
    properties = [:]
  }
}
