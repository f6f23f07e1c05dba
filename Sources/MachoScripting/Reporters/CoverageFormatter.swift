import Foundation
import MachoReporting
import MachoSessions

/// Formats a coverage report as text or JSON.
package struct CoverageFormatter {
  private let report: CoverageReport

  /// Creates a formatter.
  package init(_ report: CoverageReport) { self.report = report }

  /// The report as JSON, with sorted members and a final newline.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Cannot fail: the values contain only strings, numbers and arrays.
    let data = (try? encoder.encode(report)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// The lines of the text.
  package var lines: [StyledLine] {
    var lines = report.features.flatMap(lines)
    if !report.uncalledEndpoints.isEmpty {
      let names = report.uncalledEndpoints.joined(separator: ", ")
      lines.append(StyledLine("endpoints never called: " + names, .notice))
    }
    if !report.unopened.isEmpty {
      lines.append(
        StyledLine("never opened: " + report.unopened.joined(separator: ", "), .notice))
    }
    if !report.missingScripts.isEmpty {
      let scripts = report.missingScripts.joined(separator: ", ")
      lines.append(StyledLine("coverage is unknown of: " + scripts, .problem))
    }
    if report.features.isEmpty { lines.insert(StyledLine("no feature was opened"), at: 0) }
    return [StyledLine("coverage:")] + lines.map(\.indented)
  }

  private func lines(of feature: CoverageReport.Feature) -> [StyledLine] {
    var lines = [
      StyledLine(
        [
          "\(feature.feature): \(ratio(feature.actions.map(\.isReached))) actions",
          "\(ratio(feature.states.map(\.isReached))) states",
          "\(feature.effects.count) \(feature.effects.count == 1 ? "effect" : "effects")",
          "\(ratio(feature.stubs.flatMap(\.outcomes).map { $0.count > 0 })) stub outcomes",
        ].joined(separator: ", "))
    ]
    lines += never("actions", feature.actions.filter { !$0.isReached }.map(\.action))
    lines += never("states", feature.states.filter { !$0.isReached }.map(\.condition))
    lines += never(
      "stub outcomes",
      feature.stubs.flatMap { stub in
        stub.calls == 0
          ? ["\(stub.endpoint) (never called)"]
          : stub.outcomes.filter { $0.count == 0 }.map { "\(stub.endpoint) \($0.name)" }
      })
    let unevaluated = (feature.properties ?? []).compactMap { check in
      check.reason.map { "\(check.property) (\($0))" }
    }
    if !unevaluated.isEmpty {
      lines.append(StyledLine("  properties never evaluated:", .notice))
      lines += unevaluated.map { StyledLine("    " + $0, .notice) }
    }
    lines += feature.effects.map { StyledLine("  effect " + text(of: $0)) }
    return lines
  }

  private func ratio(_ isReached: [Bool]) -> String {
    "\(isReached.count { $0 }) of \(isReached.count)"
  }

  private func never(_ noun: String, _ names: [String]) -> [StyledLine] {
    guard !names.isEmpty else { return [] }
    return [StyledLine("  \(noun) never reached:", .notice)]
      + names.map { StyledLine("    " + $0, .notice) }
  }

  private func text(of effect: CoverageReport.Effect) -> String {
    let key = effect.key
    let ends = [
      ("finished", effect.finished), ("cancelled", effect.cancelled), ("failed", effect.failed),
    ].filter { $0.1 > 0 }.map { ", \($0.1) \($0.0)" }.joined()
    return "\(key.name), from \(key.origin) at \(key.file):\(key.line): "
      + "\(effect.started) started\(ends)"
  }
}
