import MachoReporting

/// The changes in a pending file, each of which can be accepted alone.
package struct PendingHunks {
  /// What to do with a change.
  package enum Decision: Hashable, Sendable {
    /// Writes it to the script.
    case accept
    /// Removes it from the pending file.
    case reject
    /// Keeps it pending.
    case skip
  }

  /// A change of consecutive expected lines.
  package struct Hunk {
    /// The index of the step with the expected lines.
    fileprivate let step: Int
    fileprivate let diff: LineDiff.Hunk
    /// The place, the command and the lines. Lines after `E` are expected now, lines after `A` are
    /// pending.
    package let lines: [StyledLine]
  }

  /// The changes, in the order of the script.
  package let hunks: [Hunk]
  private let old: Script
  private let new: Script

  /// Reads the changes of a pending file.
  package init(_ pending: PendingScript) throws(ScriptParseErrors) {
    old = try ScriptParser.parse(pending.script)
    new = try ScriptParser.parse(pending.text)
    var hunks: [Hunk] = []
    var phase = ""
    for (item, other) in zip(old.items, new.items) {
      if case .phase(let next) = item { phase = "  ## \(next.title)" }
      guard case .step(let index) = item, case .step(let newIndex) = other else { continue }
      let (before, after) = (old.steps[index], new.steps[newIndex])
      let differences = LineDiff(before.rawLines, after.rawLines).hunks(context: 3)
      for (number, diff) in differences.enumerated() {
        let place = "\(pending.path):\(before.firstOutputLine + diff.firstChange)\(phase)"
        let command = number == 0 ? before.raw : []
        let lines = StyledLine.plain([place] + command) + diff.styledLines
        hunks.append(Hunk(step: index, diff: diff, lines: lines))
      }
    }
    self.hunks = hunks
  }

  /// The number of changed expectations.
  package var expectationCount: Int { Set(hunks.map(\.step)).count }

  /// Returns the script with the changes for which a decision is true.
  ///
  /// - Parameter isApplied: One element for each change.
  func text(applying isApplied: [Bool]) -> [UInt8] {
    var written: [SourceText.Line] = []
    var next = 0
    for (hunk, isApplied) in zip(hunks, isApplied) where isApplied {
      let start = old.steps[hunk.step].lines.upperBound - 1
      let newStart = new.steps[hunk.step].lines.upperBound - 1
      written += old.source.lines[next..<start + hunk.diff.old.lowerBound]
      let range = hunk.diff.new
      written += new.source.lines[newStart + range.lowerBound..<newStart + range.upperBound]
      next = start + hunk.diff.old.upperBound
    }
    written += old.source.lines[next...]
    for index in written.indices.dropLast() where written[index].ending == .none {
      written[index].ending = old.source.newline
    }
    return Array(SourceText(lines: written).text.utf8)
  }
}

extension PendingScript {
  /// Writes the accepted changes to the script. The skipped ones stay in the pending file, which is
  /// removed if there are none.
  ///
  /// Throws and writes nothing if the script or the file changed since this value was read.
  ///
  /// - Parameter decisions: One for each change.
  package func apply(
    _ decisions: [PendingHunks.Decision], to hunks: PendingHunks
  ) throws(PendingError) {
    let accepted = hunks.text(applying: decisions.map { $0 == .accept })
    guard decisions.contains(.skip) else { return try replace(with: accepted) }
    let rest = hunks.text(applying: decisions.map { $0 != .reject })
    try replace(with: accepted, pending: PendingFile(of: accepted, becoming: rest))
  }
}

extension Script.Step {
  fileprivate var rawLines: [String] { expectedOutput?.lines.map(\.raw) ?? [] }

  /// The line before which a hunk's offset counts: the first `|` line, or the command's last line if
  /// it has no expected output.
  fileprivate var firstOutputLine: Int { expectedOutput?.firstLine ?? lines.upperBound - 1 }
}
