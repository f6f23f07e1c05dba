import ArgumentParser
import Foundation
import MachoExploration
import MachoReporting
import MachoScripting

/// What a comparison found, for the reports in all formats.
struct ComparisonReport {
  /// The format of a report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case pretty, markdown, html, jsonl
  }

  /// The comparison of one feature.
  struct Feature {
    let name: String
    /// The name of the other side's feature, if it is another one.
    let other: String?
    var groups: [VersionComparison.Group]
    /// The differences that `--accept` lists.
    var accepted: Int
    let types: [String]
    let unsent: [String]
    let comparesReceived: Bool
    let numbers: VersionComparison.Numbers
  }

  let base: String
  let head: String
  let seed: UInt64
  var features: [Feature] = []

  /// Returns the report as text.
  func text(_ format: Format, _ palette: Palette) -> String {
    switch format {
    case .pretty: palette.escapedText(of: prettyLines) + "\n"
    case .markdown: markdown
    case .html: page
    case .jsonl: jsonLines
    }
  }

  // MARK: Text

  private var prettyLines: [StyledLine] {
    features.flatMap { feature -> [StyledLine] in
      var lines: [StyledLine] = []
      if !feature.types.isEmpty {
        lines.append(StyledLine("types that changed", .notice))
        lines += feature.types.map { StyledLine("  " + $0) }
        lines.append(StyledLine(""))
      }
      for group in feature.groups {
        lines.append(StyledLine(sentence(group, feature), .problem))
        lines += consequences(group, feature).map { StyledLine("  also " + $0, .problem) }
        lines += group.scriptLines(feature.name).map { StyledLine("  " + $0) }
        lines += columns(group).map { StyledLine("    " + $0, .unchanged) }
        lines.append(StyledLine(""))
      }
      return lines + summary(feature).map { StyledLine($0, .unchanged) }
    }
  }

  /// The message of a difference with the number of runs and scripts.
  func sentence(_ group: VersionComparison.Group, _ feature: Feature) -> String {
    var places: [String] = []
    if group.runs > 0 {
      places.append("\(group.runs.grouped) of \(feature.numbers.runs.grouped) runs")
    }
    if let script = group.script, group.scripts == 1 {
      places.append("script \(script)")
    } else if group.scripts > 0 {
      places.append(group.scripts == 1 ? "1 script" : "\(group.scripts.grouped) scripts")
    }
    if places.isEmpty { places.append("found by simplifying") }
    return "\(group.difference.message) (\(places.joined(separator: ", ")))"
  }

  /// The width of the left column.
  private static let maximumWidth = 60

  /// The sentences of what follows from a difference.
  func consequences(_ group: VersionComparison.Group, _ feature: Feature) -> [String] {
    group.consequences.map { sentence($0, feature) }
  }

  /// What the last step shows on both sides.
  private func columns(_ group: VersionComparison.Group) -> [String] {
    let index = group.difference.index
    func output(_ trace: RunTrace) -> [String] {
      let all = trace.output
      return all.indices.contains(index) && !all[index].isEmpty ? all[index] : ["(nothing)"]
    }
    guard group.schedule == nil else { return [] }
    let (left, right) = (output(group.base), output(group.head))
    let width = min(max(left.map(\.count).max() ?? 0, base.count), Self.maximumWidth)
    func row(_ left: String, _ right: String) -> String {
      let left = left.count <= width ? left : left.prefix(width - 1) + "\u{2026}"
      return left + String(repeating: " ", count: width - left.count) + "  |  " + right
    }
    return [row(base, head)]
      + (0..<max(left.count, right.count)).map {
        row(left.indices.contains($0) ? left[$0] : "", right.indices.contains($0) ? right[$0] : "")
      }
  }

  /// The numbers at the end.
  func summary(_ feature: Feature) -> [String] {
    let numbers = feature.numbers
    let count = feature.groups.count
    let name = feature.other.map { "\(feature.name) with \($0)" } ?? feature.name
    var lines = [
      "\(name): \(count == 0 ? "no difference" : counted(count, "difference")) in "
        + "\(numbers.runs.grouped) runs with \(numbers.steps.grouped) steps"
        + (numbers.scripts > 0 ? " and \(counted(numbers.scripts, "script"))" : "")
        + ", seed \(seed)"
    ]
    let (left, right) = (numbers.base.reached, numbers.head.reached)
    lines.append(
      "coverage: \(left.count) points of \(base), \(right.count) of \(head)")
    lines += listed("reached only in \(base)", left.subtracting(right).sorted())
    lines += listed("reached only in \(head)", right.subtracting(left).sorted())
    if feature.accepted > 0 { lines.append("accepted: \(counted(feature.accepted, "difference"))") }
    if !feature.comparesReceived {
      lines.append("not compared: actions that effects send, of which the two have none in common")
    }
    lines += listed("never sent, because only one side can", feature.unsent)
    if numbers.unstable > 0 {
      lines.append(
        "left out: \(counted(numbers.unstable, "run")) that wait for external work, have values that one side "
          + "cannot read, or cannot be repeated"
      )
    }
    if numbers.isInterrupted { lines.append("interrupted") }
    return lines
  }

  private func listed(_ title: String, _ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    return ["\(title): \(names.prefix(8).joined(separator: ", "))\(rest)"]
  }

  // MARK: JSON

  private struct Found: Encodable {
    var event = "difference"
    let feature: String
    let kind: String
    let cause: String
    let message: String
    let path: String
    let base: String
    let head: String
    let runs: Int
    let foundBy: String?
    let script: String
    /// The causes of what follows from it.
    let also: [String]
  }

  private struct Types: Encodable {
    var event = "types"
    let feature: String
    let differences: [String]
  }

  private struct Finished: Encodable {
    var event = "finished"
    let feature: String
    let seed: UInt64
    let differences: Int
    let accepted: Int
    let scripts: Int
    let runs: Int
    let steps: Int
    let milliseconds: Int
    let baseSteps: Int
    let headSteps: Int
    let baseCoverage: Int
    let headCoverage: Int
    let unrepeated: Int
    let unsent: [String]
    let comparesReceived: Bool
    let interrupted: Bool
  }

  private var jsonLines: String {
    var lines: [String] = []
    for feature in features {
      if !feature.types.isEmpty {
        lines.append(jsonLine(of: Types(feature: feature.name, differences: feature.types)))
      }
      for group in feature.groups {
        let found = group.difference
        lines.append(
          jsonLine(
            of: Found(
              feature: feature.name, kind: found.kind.rawValue, cause: "\(found.cause)",
              message: found.message, path: found.path, base: found.base, head: found.head,
              runs: group.runs, foundBy: group.script, script: group.scriptText(feature.name),
              also: group.consequences.map { "\($0.difference.cause)" })))
      }
      let numbers = feature.numbers
      lines.append(
        jsonLine(
          of: Finished(
            feature: feature.name, seed: seed, differences: feature.groups.count,
            accepted: feature.accepted, scripts: numbers.scripts, runs: numbers.runs,
            steps: numbers.steps, milliseconds: Int(numbers.seconds * 1_000),
            baseSteps: numbers.base.steps,
            headSteps: numbers.head.steps, baseCoverage: numbers.base.reached.count,
            headCoverage: numbers.head.reached.count, unrepeated: numbers.unstable,
            unsent: feature.unsent, comparesReceived: feature.comparesReceived,
            interrupted: numbers.isInterrupted)))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension VersionComparison.Group {
  /// The lines of the script that shows the difference.
  func scriptLines(_ feature: String) -> [String] {
    if script != nil { return Array(lines.steps.prefix(difference.index)) }
    let opening = ["feature \(feature)", "exhaustive off"] + lines.stubs
    return opening + (schedule.map { [$0] } ?? []) + lines.steps
  }

  /// The script, to paste.
  func scriptText(_ feature: String) -> String {
    ([
      "#!macho \(Script.version)",
      "# " + difference.message.split(separator: "\n").joined(separator: " "),
    ]
      + scriptLines(feature)).joined(separator: "\n") + "\n"
  }
}

extension Int {
  /// The number with commas: `2,000`.
  var grouped: String {
    let digits = Array(String(magnitude))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + text
  }
}
