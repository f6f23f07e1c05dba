/// What a pending file would change: each place with its command, what the script expects behind
/// `E`, what it would expect behind `A`.
package enum PendingDiff {
  /// The lines that tell it; an empty one between two places.
  package static func lines(for pending: PendingScript) throws(ScriptParseErrors) -> [String] {
    let old = try ScriptParser.parse(pending.script)
    let new = try ScriptParser.parse(pending.text)
    var places: [[String]] = []
    var phase = ""
    for (item, other) in zip(old.items, new.items) {
      if case .phase(let next) = item { phase = "  ## \(next.title)" }
      guard case .step(let before) = item, case .step(let after) = other else { continue }
      let changes = LineDiff(before.rawLines, after.rawLines).hunks(context: 3)
      for (index, hunk) in changes.enumerated() {
        let line = before.firstOutputLine + hunk.firstChange
        let command = index == 0 ? before.raw : []
        places.append(["\(pending.path):\(line)\(phase)"] + command + hunk.lines.map(text))
      }
    }
    return Array(places.joined(separator: [""]))
  }

  /// How many gutters are others.
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

  /// Where the gutter begins; without one, where the command ends.
  fileprivate var firstOutputLine: Int { expectedOutput?.firstLine ?? lines.upperBound - 1 }
}
