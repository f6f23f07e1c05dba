/// Formats the changes in a pending file: each hunk with its command, the current expectation after
/// `E`, and the pending one after `A`.
package enum PendingDiff {
  /// Returns the lines of all hunks, separated by empty lines.
  package static func lines(for pending: PendingScript) throws(ScriptParseErrors) -> [String] {
    let old = try ScriptParser.parse(pending.script)
    let new = try ScriptParser.parse(pending.text)
    var hunks: [[String]] = []
    var phase = ""
    for (item, other) in zip(old.items, new.items) {
      if case .phase(let next) = item { phase = "  ## \(next.title)" }
      guard case .step(let before) = item, case .step(let after) = other else { continue }
      let differences = LineDiff(before.rawLines, after.rawLines).hunks(context: 3)
      for (index, hunk) in differences.enumerated() {
        let line = before.firstOutputLine + hunk.firstChange
        let command = index == 0 ? before.raw : []
        hunks.append(["\(pending.path):\(line)\(phase)"] + command + hunk.lines.map(text))
      }
    }
    return Array(hunks.joined(separator: [""]))
  }

  /// Returns the number of changed expectations.
  package static func count(for pending: PendingScript) throws(ScriptParseErrors) -> Int {
    let old = try ScriptParser.parse(pending.script)
    let new = try ScriptParser.parse(pending.text)
    return zip(old.steps, new.steps).count { $0.rawLines != $1.rawLines }
  }

  private static func text(_ line: LineDiff.Line) -> String {
    switch line {
    case .same(let text): "   \(text)"
    case .old(let text): "  E\(text)"
    case .new(let text): "  A\(text)"
    }
  }
}

extension Script.Step {
  fileprivate var rawLines: [String] { expectedOutput?.lines.map(\.raw) ?? [] }

  /// The line before which a hunk's offset counts: the first `|` line, or the command's last line if
  /// it has no expected output.
  fileprivate var firstOutputLine: Int { expectedOutput?.firstLine ?? lines.upperBound - 1 }
}
