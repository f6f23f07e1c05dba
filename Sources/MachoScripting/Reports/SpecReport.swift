/// The report for people who want to read what was looked at: each script with its phases.
package struct SpecReport: Report {
  /// Makes a report that has said nothing yet.
  package init() {}

  package func begin(_ paths: [String]) -> [String] { [] }

  package func take(_ result: ScriptResult) -> [String] {
    let headline = "\(mark(result)) \(result.path)  (\(time(result.duration)))"
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
    let phases = result.phases.indices.map { "    " + line(of: $0, in: result) }
    return [headline] + remark + phases + result.details.map { $0.isEmpty ? "" : "    " + $0 }
  }

  package func end(_ end: ReportEnd) -> [String] {
    guard !end.results.isEmpty || end.interruption != nil else { return [] }
    return ["", PrettyReport.summary(end.results) + "  (\(time(end.duration)))"]
      + (end.interruptionText.map { [$0] } ?? [])
  }

  private func mark(_ result: ScriptResult) -> String {
    if case .skipped = result.status { return "-" }
    return result.isFine ? "✓" : "✗"
  }

  /// A phase, which reaches to the next one.
  private func line(of index: Int, in result: ScriptResult) -> String {
    let phase = result.phases[index]
    let next = index + 1 < result.phases.count ? result.phases[index + 1].line : .max
    let hasFailed = result.failures.contains { $0.file == nil && phase.line..<next ~= $0.line }
    return "\(hasFailed ? "✗" : "✓") \(phase.title.isEmpty ? "##" : phase.title)"
  }

  private func time(_ duration: Duration) -> String {
    let milliseconds = duration.milliseconds
    if milliseconds < 10_000 { return "\(Int(milliseconds.rounded())) ms" }
    return "\((milliseconds / 100).rounded() / 10) s"
  }
}
