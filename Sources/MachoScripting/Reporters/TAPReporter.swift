import MachoReporting

/// A reporter that writes TAP: a test point for each script, with details in a YAML block.
///
/// Except for the first line, the output is valid in both versions 14 and 13.
package struct TAPReporter: Reporter {
  private let version: Int
  private var number = 0

  /// Creates a reporter that announces a version: 14 (the default) or 13.
  package init(version: Int = 14) { self.version = version }

  package func start(scripts paths: [String]) -> [StyledLine] {
    StyledLine.plain([
      "TAP version \(version)",
      paths.isEmpty ? "1..0 # SKIP no scripts selected" : "1..\(paths.count)",
    ])
  }

  package mutating func report(_ result: ScriptResult) -> [StyledLine] {
    number += 1
    // An expected failure is 'not ok' with a TODO directive. Consumers count it as passed.
    let isOK = result.isSuccess && result.verdict != .failedAsExpected
    let point = "\(isOK ? "ok" : "not ok") \(number) - \(escaped(result.name))"
    let directive =
      switch result.status {
      case .skipped(let reason): " # SKIP " + escaped(reason)
      case .failedAsExpected(let reason): " # TODO " + escaped(reason)
      default: ""
      }
    return StyledLine.plain([point + directive] + block(result))
  }

  package func finish(_ summary: RunSummary) -> [StyledLine] {
    let lines = summary.results.isEmpty ? [] : ["# " + PrettyReporter.summary(summary.results)]
    // Without this line an incomplete plan would look like a crash of macho.
    return StyledLine.plain(
      lines + (summary.interruptionText.map { ["Bail out! " + $0] } ?? []))
  }

  private func block(_ result: ScriptResult) -> [String] {
    var lines = [
      "---", "status: \(result.verdict.rawValue)", "duration_ms: \(result.milliseconds)",
      "commands: \(result.counts.steps)",
    ]
    if !result.isSuccess {
      if let summary = result.summary { lines.append("message: " + quoted(summary)) }
      lines += ["at:", "  file: " + quoted(result.path)]
      if let line = result.firstLine { lines.append("  line: \(line)") }
      if let phase = result.failures.first?.phase { lines.append("phase: " + quoted(phase)) }
      if !result.details.isEmpty {
        lines.append("report:")
        lines += result.details.map { "  - " + quoted($0.text) }
      }
    }
    return (lines + ["..."]).map { "  " + $0 }
  }

  /// Returns an escaped description: `#` would start a directive, and a newline would end the line.
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

  /// Returns a double-quoted YAML string with JSON escapes.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x100 && OutputEscaping.isUnsafe(scalar):
        result += OutputEscaping.escaped(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
