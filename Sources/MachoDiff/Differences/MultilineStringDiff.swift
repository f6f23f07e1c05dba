/// How two strings of several lines differ, line by line.
enum MultilineStringDiff {
  static func write(_ old: String, _ new: String, at place: DiffPosition, to printer: inout Printer)
  {
    var rows = LineSequences(old: lines(of: old), new: lines(of: new))
    guard rows.old != rows.new else {
      return writeInvisibleDifference(old, new, at: place, to: &printer)
    }
    let hashes = String(
      repeating: "#",
      count: max(
        DumpString.hashCount(old, isMultiline: true), DumpString.hashCount(new, isMultiline: true)))
    let indentation = place.newLabel.isNone ? 0 : 2
    printer.beginLine(.both, at: place)
    place.newLabel.write(to: &printer)
    printer.write(plain: hashes + "\"\"\"")
    printer.endLine()
    let runs = rows.align()
    SequenceDiff(
      isSorted: false, collapses: false, hasCommas: false, indent: place.indent + indentation
    ).write(&rows, runs, to: &printer)
    printer.beginLine(.both, at: place)
    printer.write(plain: String(repeating: " ", count: indentation) + "\"\"\"" + hashes)
    printer.writeComma(at: place)
  }

  private static func lines(of string: String) -> [Substring] {
    string.isEmpty ? [] : string.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The same lines under two names.
  private static func writeInvisibleDifference(
    _ old: String, _ new: String, at place: DiffPosition, to printer: inout Printer
  ) {
    func text(_ string: String, _ name: FieldLabel) -> String {
      printer.renderSeparately {
        name.write(to: &$0)
        DumpString.write(string, to: &$0, form: DumpOptions(depth: 0, isNamed: !name.isNone))
      }
    }
    InvisibleDifference.write(
      text(old, place.oldLabel), text(new, place.newLabel), at: place, to: &printer)
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
    _ side: Side, at position: Int, shownAs index: Int, to printer: inout Printer
  ) -> FieldLabel {
    .none
  }

  func write(
    _ side: Side, at position: Int, name: FieldLabel, depth: Int, to printer: inout Printer
  ) {
    printer.write(String(side == .old ? old[position] : new[position]))
  }

  func writeComparison(_ old: Int, _ new: Int, at place: DiffPosition, to printer: inout Printer) {
    if self.old[old] == self.new[new] {
      printer.beginLine(.both, at: place)
    } else {
      printer.beginLine(.old, at: place)
      printer.write(String(self.old[old]))
      printer.endLine()
      printer.beginLine(.new, at: place)
    }
    printer.write(String(self.new[new]))
  }
}
