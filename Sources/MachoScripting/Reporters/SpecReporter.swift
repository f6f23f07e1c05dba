import Foundation
import MachoReporting

/// A readable reporter that prints the phases of each script, or the cases of a specification, as a
/// tree.
///
/// Titles `subject / condition / behavior` that share a prefix are grouped under it, and so are cases
/// with the same subject.
package struct SpecReporter: Reporter {
  /// The specification whose cases are reported, and the titles of its last case.
  private var spec: (path: String, above: [String])?

  /// Creates a reporter.
  package init() {}

  package func start(scripts paths: [String]) -> [StyledLine] { [] }

  package mutating func report(_ result: ScriptResult) -> [StyledLine] {
    guard result.specCase == nil else { return report(caseOf: result) }
    spec = nil
    let headline = StyledLine(
      "\(mark(result)) \(result.path)  (\(timeText(result.duration)))",
      result.isSuccess ? .success : .failure)
    return [headline] + note(of: result).map(\.indented.indented) + tree(of: result)
      + result.details.map(\.indented.indented)
  }

  /// Reports a case below the titles that it does not share with the case above it.
  private mutating func report(caseOf result: ScriptResult) -> [StyledLine] {
    var lines: [StyledLine] = []
    if spec?.path != result.path {
      lines.append(StyledLine(result.path))
      spec = (result.path, [])
    }
    let titles = result.specCase?.titles ?? []
    lines += Self.headings(of: titles, below: spec?.above ?? [])
    spec?.above = titles
    let depth = titles.count
    let leaf = StyledLine(
      "\(mark(result)) \(titles.last ?? "")  (\(timeText(result.duration)))",
      result.isSuccess ? .plain : .failure)
    return lines + [Self.indented(leaf, by: depth + 1)]
      + note(of: result).map { Self.indented($0, by: depth + 2) }
      + result.details.map { Self.indented($0, by: depth + 2) }
  }

  private func note(of result: ScriptResult) -> [StyledLine] {
    status(of: result)
      + (result.notUpdated.map { [StyledLine("not updated: \($0)")] } ?? [])
  }

  private func status(of result: ScriptResult) -> [StyledLine] {
    switch result.status {
    case .skipped(let reason): [StyledLine("skipped: \(reason)")]
    case .failedAsExpected(let reason): [StyledLine("failed as expected: \(reason)")]
    case .crashed(let signal): [StyledLine("crashed: \(signal)")]
    case .timedOut: [StyledLine("timed out")]
    case .unreadable(let reason): [StyledLine(reason)]
    case .updated: [StyledLine("updated")]
    case .pending: [StyledLine("pending: \(result.pending ?? "")")]
    case .stale: [StyledLine("stale")]
    case .passed, .failed, .unparsable: []
    }
  }

  /// Returns the titles above the last one that are not those of the line above.
  private static func headings(of titles: [String], below above: [String]) -> [StyledLine] {
    let common = zip(titles.dropLast(), above).prefix { $0 == $1 }.count
    return titles.dropLast().enumerated().dropFirst(common).map { depth, title in
      indented(StyledLine(title), by: depth + 2)
    }
  }

  private static func indented(_ line: StyledLine, by depth: Int) -> StyledLine {
    (0..<depth).reduce(line) { line, _ in line.indented }
  }

  package func finish(_ summary: RunSummary) -> [StyledLine] {
    guard !summary.results.isEmpty || summary.interruption != nil else { return [] }
    let text = PrettyReporter.summary(summary.results) + "  (\(timeText(summary.duration)))"
    return [StyledLine("")] + PrettyReporter.hints(summary.results) + [StyledLine(text)]
      + (summary.interruptionText.map { [StyledLine($0, .failure)] } ?? [])
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
      lines += Self.headings(of: path, below: above)
      let hasFailed = hasFailed(index, in: result)
      let leaf = StyledLine(
        (hasFailed ? "✗ " : "✓ ") + (path.last ?? ""), hasFailed ? .failure : .plain)
      lines.append(Self.indented(leaf, by: path.count + 1))
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
