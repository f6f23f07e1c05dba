/// Which of two values a row is of.
enum Side {
  case old, new
}

/// Two rows of parts that are printed against each other.
protocol SequencePair {
  var oldCount: Int { get }
  var newCount: Int { get }

  /// How many pairs, from the one of these two on, are equal, up to `limit`.
  mutating func equalPairs(from old: Int, _ new: Int, limit: Int) -> Int
  /// What stands before a part that is shown under `index`.
  mutating func label(
    _ side: Side, at position: Int, shownAs index: Int, to printer: inout Printer
  ) -> FieldLabel
  /// Writes a part.
  func write(
    _ side: Side, at position: Int, name: FieldLabel, depth: Int, to printer: inout Printer)
  /// Writes two parts: one line if they are equal, else how they differ.
  func writeComparison(_ old: Int, _ new: Int, at place: DiffPosition, to printer: inout Printer)
}

/// Parts of both rows that stand for each other, one pair behind the other.
struct MatchRun: Equatable {
  var old: Int
  var new: Int
  var count: Int
}

/// Writes two rows of parts against each other.
struct SequenceDiff {
  /// Whether the order is the dump's own: then what did not change is told at the end.
  var isSorted: Bool
  /// Whether parts that did not change are only counted.
  var collapses: Bool
  var hasCommas: Bool
  var indent: Int

  func write<Parts: SequencePair>(
    _ rows: inout Parts, _ runs: [MatchRun], to printer: inout Printer
  ) {
    var position = Cursor()
    var unchanged = 0
    for run in runs + [MatchRun(old: rows.oldCount, new: rows.newCount, count: 0)] {
      writeUnmatched(&rows, upTo: run, &position, &unchanged, to: &printer)
      writeMatched(&rows, run.count, &position, &unchanged, to: &printer)
    }
    flush(&rows, position, &unchanged, to: &printer)
  }

  private struct Cursor {
    var old = 0
    var new = 0
  }

  /// Those that went and those that came, in pairs as long as there are both.
  private func writeUnmatched<Parts: SequencePair>(
    _ rows: inout Parts, upTo run: MatchRun, _ position: inout Cursor, _ unchanged: inout Int,
    to printer: inout Printer
  ) {
    while position.old < run.old || position.new < run.new {
      if !isSorted { flush(&rows, position, &unchanged, to: &printer) }
      switch (position.old < run.old, position.new < run.new) {
      case (true, true):
        writePair(&rows, shownAs: position.old, position, to: &printer)
        position.old += 1
        position.new += 1
      case (true, false):
        writeOne(
          &rows, .old, .old, position.old, endsRow: position.old == rows.oldCount - 1,
          to: &printer)
        position.old += 1
      default:
        writeOne(
          &rows, .new, .new, position.new,
          endsRow: position.new == rows.newCount - 1 && unchanged == 0, to: &printer)
        position.new += 1
      }
    }
  }

  private func writeMatched<Parts: SequencePair>(
    _ rows: inout Parts, _ count: Int, _ position: inout Cursor, _ unchanged: inout Int,
    to printer: inout Printer
  ) {
    var rest = count
    while rest > 0 {
      if collapses {
        let equal = rows.equalPairs(from: position.old, position.new, limit: rest)
        unchanged += equal
        position.old += equal
        position.new += equal
        rest -= equal
        if rest == 0 { return }
      }
      if !isSorted { flush(&rows, position, &unchanged, to: &printer) }
      writePair(&rows, shownAs: position.new, position, to: &printer)
      position.old += 1
      position.new += 1
      rest -= 1
    }
  }

  private func writePair<Parts: SequencePair>(
    _ rows: inout Parts, shownAs index: Int, _ position: Cursor, to printer: inout Printer
  ) {
    let isLast = position.old == rows.oldCount - 1 && position.new == rows.newCount - 1
    let oldName = rows.label(.old, at: position.old, shownAs: index, to: &printer)
    let newName = rows.label(.new, at: position.new, shownAs: position.new, to: &printer)
    rows.writeComparison(
      position.old, position.new,
      at: DiffPosition(
        oldName: oldName, newName: newName, hasComma: hasCommas && !isLast, indent: indent),
      to: &printer)
    printer.endLine()
  }

  private func writeOne<Parts: SequencePair>(
    _ rows: inout Parts, _ side: Side, _ margin: Margin, _ index: Int, endsRow: Bool,
    depth: Int = .max, to printer: inout Printer
  ) {
    let name = rows.label(side, at: index, shownAs: index, to: &printer)
    printer.beginLine(margin, at: linePosition)
    rows.write(side, at: index, name: name, depth: depth, to: &printer)
    if hasCommas, !endsRow { printer.write(.comma) }
    printer.endLine()
  }

  /// Tells how many did not change; one alone is shown, if it stands at its place.
  private func flush<Parts: SequencePair>(
    _ rows: inout Parts, _ position: Cursor, _ unchanged: inout Int, to printer: inout Printer
  ) {
    guard collapses, unchanged > 0 else { return }
    let endsRow = position.new == rows.newCount
    if unchanged == 1, !isSorted {
      writeOne(&rows, .new, .both, position.new - 1, endsRow: endsRow, depth: 0, to: &printer)
    } else {
      printer.beginLine(.both, at: linePosition)
      printer.write("… (\(unchanged) unchanged)")
      if hasCommas, !endsRow { printer.write(.comma) }
      printer.endLine()
    }
    unchanged = 0
  }

  private var linePosition: DiffPosition {
    DiffPosition(oldName: .none, newName: .none, hasComma: false, indent: indent)
  }
}
