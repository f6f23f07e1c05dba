import MachoMetadata

/// Writes a line-by-line diff of two multiline strings.
enum MultilineStringDiff {
  static func write(
    _ old: String, _ new: String, at position: DiffPosition, to printer: inout Printer
  ) {
    var (hashCount, sequences) =
      printer.labelStyle == .source ? escapedLines(old, new) : storedLines(old, new)
    guard sequences.old != sequences.new else {
      return writeInvisibleDifference(old, new, at: position, to: &printer)
    }
    let hashes = String(repeating: "#", count: hashCount)
    let indentation = position.newLabel.isNone ? 0 : 2
    printer.beginLine(.both, at: position)
    position.newLabel.write(to: &printer)
    printer.write(plain: hashes + "\"\"\"")
    printer.outline?.setRole(.startOfString)
    printer.endLine()
    let runs = sequences.align()
    SequenceDiff(
      isSorted: false, collapses: false, hasCommas: false, indent: position.indent + indentation
    ).write(&sequences, runs, to: &printer)
    printer.beginLine(.both, at: position)
    printer.write(plain: String(repeating: " ", count: indentation) + "\"\"\"" + hashes)
    printer.outline?.setRole(.endOfString)
    printer.writeComma(at: position)
  }

  /// Returns the lines as custom-dump shows them.
  private static func storedLines(_ old: String, _ new: String) -> (Int, LineSequences) {
    func lines(of string: String) -> [Substring] {
      string.isEmpty ? [] : string.split(separator: "\n", omittingEmptySubsequences: false)
    }
    let hashCount = max(
      DumpString.hashCount(old, isMultiline: true), DumpString.hashCount(new, isMultiline: true))
    return (hashCount, LineSequences(old: lines(of: old), new: lines(of: new)))
  }

  /// Returns the lines of a literal with the strings as its values.
  private static func escapedLines(_ old: String, _ new: String) -> (Int, LineSequences) {
    let (hashes, lines) = LiteralText.lines(of: old, new)
    let all = zip([old, new], lines).map { string, lines in
      string.isEmpty ? [] : lines.map { $0[...] }
    }
    return (hashes, LineSequences(old: all[0], new: all[1]))
  }

  /// Writes two strings that have the same lines, so only their labels differ.
  private static func writeInvisibleDifference(
    _ old: String, _ new: String, at position: DiffPosition, to printer: inout Printer
  ) {
    func write(_ side: Side, to printer: inout Printer) {
      let label = side == .old ? position.oldLabel : position.newLabel
      label.write(to: &printer)
      DumpString.write(
        side == .old ? old : new, to: &printer,
        options: DumpOptions(depth: 0, isNamed: !label.isNone))
    }
    let texts = [Side.old, .new].map { side in
      printer.renderSeparately { write(side, to: &$0) }
    }
    InvisibleDifference.write(
      haveSameText: texts[0] == texts[1], at: position, to: &printer, write)
  }
}

private struct LineSequences: SequencePair {
  let old: [Substring]
  let new: [Substring]

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func align() -> [MatchRun] {
    Alignment(
      oldCount: old.count, newCount: new.count, areEquivalent: { old[$0] == new[$1] },
      keys: { MatchKeys(lists: [.init(old: old.map(\.hashValue), new: new.map(\.hashValue))]) }
    ).runs(from: 0)
  }

  func equalPairs(from old: Int, _ new: Int, limit: Int) -> Int {
    (0..<limit).first { self.old[old + $0] != self.new[new + $0] } ?? limit
  }

  func label(
    _ side: Side, at index: Int, displayIndex: Int, to printer: inout Printer
  ) -> FieldLabel {
    .none
  }

  func write(
    _ side: Side, at index: Int, label: FieldLabel, depth: Int, to printer: inout Printer
  ) {
    printer.outline?.setRole(.content)
    printer.write(String(side == .old ? old[index] : new[index]))
  }

  func writeComparison(_ old: Int, _ new: Int, at position: DiffPosition, to printer: inout Printer)
  {
    if self.old[old] == self.new[new] {
      printer.beginLine(.both, at: position)
    } else {
      printer.beginLine(.old, at: position)
      printer.outline?.setRole(.content)
      printer.write(String(self.old[old]))
      printer.endLine()
      printer.beginLine(.new, at: position)
    }
    printer.outline?.setRole(.content)
    printer.write(String(self.new[new]))
  }
}
