/// The report as TAP: a test point a script, with a YAML block that says the rest.
///
/// It is version 14 and, but for the first line, version 13 too: nothing in it is only the newer
/// one's.
package struct TAPReporter: Reporter {
  private let version: Int
  private var number = 0

  /// Makes a report that has said nothing yet and announces a version, 14 or 13.
  package init(version: Int = 14) { self.version = version }

  package func start(_ paths: [String]) -> [String] {
    [
      "TAP version \(version)",
      paths.isEmpty ? "1..0 # SKIP no script is selected" : "1..\(paths.count)",
    ]
  }

  package mutating func report(_ result: ScriptResult) -> [String] {
    number += 1
    // What is to be done is 'not ok', and counts as fine all the same.
    let isOK = result.isSuccess && result.verdict != .failedAsExpected
    let point = "\(isOK ? "ok" : "not ok") \(number) - \(escaped(result.path))"
    let directive =
      switch result.status {
      case .skipped(let why): " # SKIP " + escaped(why)
      case .failedAsExpected(let why): " # TODO " + escaped(why)
      default: ""
      }
    return [point + directive] + block(result)
  }

  package func finish(_ end: RunSummary) -> [String] {
    let summary = end.results.isEmpty ? [] : ["# " + PrettyReporter.summary(end.results)]
    // Without this line a plan that is not fulfilled would look like a crash of ours.
    return summary + (end.interruptionText.map { ["Bail out! " + $0] } ?? [])
  }

  private func block(_ result: ScriptResult) -> [String] {
    var lines = [
      "---", "status: \(result.verdict.rawValue)", "duration_ms: \(result.milliseconds)",
      "commands: \(result.counts.steps)",
    ]
    if !result.isSuccess {
      if let sentence = result.summary { lines.append("message: " + quoted(sentence)) }
      lines += ["at:", "  file: " + quoted(result.path)]
      if let line = result.firstLine { lines.append("  line: \(line)") }
      if let phase = result.failures.first?.phase { lines.append("phase: " + quoted(phase)) }
      if !result.details.isEmpty {
        lines.append("report:")
        lines += result.details.map { "  - " + quoted($0) }
      }
    }
    return (lines + ["..."]).map { "  " + $0 }
  }

  /// A description: `#` would begin a directive, and a line break end the line.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "#": result += "\\" + String(scalar)
      case _ where OutputEscaping.isUnsafe(scalar): result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A string of YAML in double quotes, whose escapes are JSON's.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x100 && OutputEscaping.isUnsafe(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
