/// How two strings of several lines differ, line by line.
enum LineDifference {
  static func write(_ old: String, _ new: String, at place: Place, to printer: inout Printer) {
    var rows = LineRows(old: lines(of: old), new: lines(of: new))
    guard rows.old != rows.new else { return writeUnexplained(old, new, at: place, to: &printer) }
    let hashes = String(
      repeating: "#",
      count: max(
        StringText.hashCount(old, isMultiline: true), StringText.hashCount(new, isMultiline: true)))
    let indentation = place.newName.isNone ? 0 : 2
    printer.begin(.both, at: place)
    place.newName.write(to: &printer)
    printer.write(plain: hashes + "\"\"\"")
    printer.endLine()
    let runs = rows.align()
    RowsDifference(
      isSorted: false, collapses: false, hasCommas: false, indent: place.indent + indentation
    ).write(&rows, runs, to: &printer)
    printer.begin(.both, at: place)
    printer.write(plain: String(repeating: " ", count: indentation) + "\"\"\"" + hashes)
    printer.writeComma(at: place)
  }

  private static func lines(of string: String) -> [Substring] {
    string.isEmpty ? [] : string.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The same lines under two names.
  private static func writeUnexplained(
    _ old: String, _ new: String, at place: Place, to printer: inout Printer
  ) {
    func text(_ string: String, _ name: PartName) -> String {
      printer.apart {
        name.write(to: &$0)
        StringText.write(string, to: &$0, form: Form(depth: 0, isNamed: !name.isNone))
      }
    }
    Unexplained.write(
      text(old, place.oldName), text(new, place.newName), at: place, to: &printer)
  }
}

private struct LineRows: Rows {
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

  func name(
    _ side: Side, at position: Int, shownAs index: Int, to printer: inout Printer
  ) -> PartName {
    .none
  }

  func write(
    _ side: Side, at position: Int, name: PartName, depth: Int, to printer: inout Printer
  ) {
    printer.write(String(side == .old ? old[position] : new[position]))
  }

  func writeComparison(_ old: Int, _ new: Int, at place: Place, to printer: inout Printer) {
    if self.old[old] == self.new[new] {
      printer.begin(.both, at: place)
    } else {
      printer.begin(.old, at: place)
      printer.write(String(self.old[old]))
      printer.endLine()
      printer.begin(.new, at: place)
    }
    printer.write(String(self.new[new]))
  }
}
