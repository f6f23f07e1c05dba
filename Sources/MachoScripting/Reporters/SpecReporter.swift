import Foundation

/// The report for people who want to read what was looked at: each script with its phases, as a
/// tree.
///
/// A title `subject / circumstance / behaviour` stands below its subject and its circumstance,
/// which are written once: as the describe, context and it of a specification.
package struct SpecReporter: Reporter {
  /// Makes a report that has said nothing yet.
  package init() {}

  package func start(_ paths: [String]) -> [String] { [] }

  package func report(_ result: ScriptResult) -> [String] {
    let headline = "\(mark(result)) \(result.path)  (\(timeText(result.duration)))"
    let remark: [String] =
      switch result.status {
      case .skipped(let why): ["    skipped: \(why)"]
      case .failedAsExpected(let why): ["    failed as expected: \(why)"]
      case .crashed(let signal): ["    crashed: \(signal)"]
      case .timedOut: ["    took too long"]
      case .unreadable(let why): ["    \(why)"]
      case .updated: ["    updated"]
      case .pending: ["    pending: \(result.pending ?? "")"]
      case .stale: ["    stale"]
      case .passed, .failed, .unparsable: []
      }
    return [headline] + remark + tree(of: result)
      + result.details.map { $0.isEmpty ? "" : "    " + $0 }
  }

  package func finish(_ end: RunSummary) -> [String] {
    guard !end.results.isEmpty || end.interruption != nil else { return [] }
    return ["", PrettyReporter.summary(end.results) + "  (\(timeText(end.duration)))"]
      + (end.interruptionText.map { [$0] } ?? [])
  }

  private func mark(_ result: ScriptResult) -> String {
    if case .skipped = result.status { return "-" }
    return result.isSuccess ? "✓" : "✗"
  }

  private func tree(of result: ScriptResult) -> [String] {
    var lines: [String] = []
    var above: [String] = []
    for (index, phase) in result.phases.enumerated() {
      let path = (phase.title.isEmpty ? "##" : phase.title).components(separatedBy: " / ")
      let common = zip(path.dropLast(), above).prefix { $0 == $1 }.count
      for depth in common..<path.count {
        let isPhase = depth == path.count - 1
        let mark = isPhase ? (hasFailed(index, in: result) ? "✗ " : "✓ ") : ""
        lines.append(String(repeating: "  ", count: depth + 2) + mark + path[depth])
      }
      above = path
    }
    return lines
  }

  /// Whether something failed in a phase, which reaches to the next one.
  private func hasFailed(_ index: Int, in result: ScriptResult) -> Bool {
    let phase = result.phases[index]
    let next = index + 1 < result.phases.count ? result.phases[index + 1].line : .max
    return result.failures.contains { $0.file == nil && phase.line..<next ~= $0.line }
  }

  private func timeText(_ duration: Duration) -> String {
    let milliseconds = duration.milliseconds
    if milliseconds < 10_000 { return "\(Int(milliseconds.rounded())) ms" }
    return "\((milliseconds / 100).rounded() / 10) s"
  }
}
