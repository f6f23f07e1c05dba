import Foundation
import MachoReporting

/// A readable reporter that prints the phases of each script as a tree.
///
/// Phase titles `subject / condition / behavior` that share a prefix are grouped under it, as
/// `describe`, `context` and `it` in a specification.
package struct SpecReporter: Reporter {
  /// Creates a reporter.
  package init() {}

  package func start(scripts paths: [String]) -> [StyledLine] { [] }

  package func report(_ result: ScriptResult) -> [StyledLine] {
    let headline = StyledLine(
      "\(mark(result)) \(result.path)  (\(timeText(result.duration)))",
      result.isSuccess ? .success : .failure)
    let note: [String] =
      switch result.status {
      case .skipped(let reason): ["    skipped: \(reason)"]
      case .failedAsExpected(let reason): ["    failed as expected: \(reason)"]
      case .crashed(let signal): ["    crashed: \(signal)"]
      case .timedOut: ["    timed out"]
      case .unreadable(let reason): ["    \(reason)"]
      case .updated: ["    updated"]
      case .pending: ["    pending: \(result.pending ?? "")"]
      case .stale: ["    stale"]
      case .passed, .failed, .unparsable: []
      }
    return [headline] + StyledLine.plain(note) + tree(of: result)
      + result.details.map(\.indented.indented)
  }

  package func finish(_ summary: RunSummary) -> [StyledLine] {
    guard !summary.results.isEmpty || summary.interruption != nil else { return [] }
    return StyledLine.plain([
      "", PrettyReporter.summary(summary.results) + "  (\(timeText(summary.duration)))",
    ]) + (summary.interruptionText.map { [StyledLine($0, .failure)] } ?? [])
  }

  private func mark(_ result: ScriptResult) -> String {
    if case .skipped = result.status { return "-" }
    return result.isSuccess ? "✓" : "✗"
  }

  private func tree(of result: ScriptResult) -> [StyledLine] {
    var lines: [StyledLine] = []
    var above: [String] = []
    for (index, phase) in result.phases.enumerated() {
      let path = (phase.title.isEmpty ? "##" : phase.title).components(separatedBy: " / ")
      let common = zip(path.dropLast(), above).prefix { $0 == $1 }.count
      for depth in common..<path.count {
        let isPhase = depth == path.count - 1
        let hasFailed = isPhase && hasFailed(index, in: result)
        let mark = isPhase ? (hasFailed ? "✗ " : "✓ ") : ""
        lines.append(
          StyledLine(
            String(repeating: "  ", count: depth + 2) + mark + path[depth],
            hasFailed ? .failure : .plain))
      }
      above = path
    }
    return lines
  }

  /// Whether a phase has a failure. A phase extends to the next one.
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
