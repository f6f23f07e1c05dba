import MachoReporting

/// Formats the changes in a pending file: each hunk with its command, the current expectation after
/// `E`, and the pending one after `A`.
package enum PendingDiff {
  /// Returns the lines of all hunks, separated by empty lines.
  package static func lines(for pending: PendingScript) throws(ScriptParseErrors) -> [StyledLine] {
    let old = try ScriptParser.parse(pending.script)
    let new = try ScriptParser.parse(pending.text)
    var hunks: [[StyledLine]] = []
    var phase = ""
    for (item, other) in zip(old.items, new.items) {
      if case .phase(let next) = item { phase = "  ## \(next.title)" }
      guard case .step(let before) = item, case .step(let after) = other else { continue }
      let differences = LineDiff(before.rawLines, after.rawLines).hunks(context: 3)
      for (index, hunk) in differences.enumerated() {
        let line = before.firstOutputLine + hunk.firstChange
        let command = index == 0 ? before.raw : []
        hunks.append(
          StyledLine.plain(["\(pending.path):\(line)\(phase)"] + command)
            + styledLines(of: hunk))
      }
    }
    return Array(hunks.joined(separator: [StyledLine("")]))
  }

  /// Returns the number of changed expectations.
  package static func count(for pending: PendingScript) throws(ScriptParseErrors) -> Int {
    let old = try ScriptParser.parse(pending.script)
    let new = try ScriptParser.parse(pending.text)
    return zip(old.steps, new.steps).count { $0.rawLines != $1.rawLines }
  }

  /// Returns the lines of a hunk. What differs between a line and its replacement is emphasized.
  private static func styledLines(of hunk: LineDiff.Hunk) -> [StyledLine] {
    var lines = hunk.lines.map(styledLine)
    StyledLine.emphasizeReplacements(in: &lines, prefix: 3)
    return lines
  }

  private static func styledLine(_ line: LineDiff.Line) -> StyledLine {
    switch line {
    case .same(let text): StyledLine("   \(text)", .unchanged)
    case .old(let text): StyledLine("  E\(text)", .removed)
    case .new(let text): StyledLine("  A\(text)", .added)
    }
  }
}

extension Script.Step {
  fileprivate var rawLines: [String] { expectedOutput?.lines.map(\.raw) ?? [] }

  /// The line before which a hunk's offset counts: the first `|` line, or the command's last line if
  /// it has no expected output.
  fileprivate var firstOutputLine: Int { expectedOutput?.firstLine ?? lines.upperBound - 1 }
}
