/// One of the two values that are compared.
enum Side {
  case old, new
}

/// Two sequences that are written as a diff.
protocol SequencePair {
  var oldCount: Int { get }
  var newCount: Int { get }

  /// Returns the number of consecutive equal pairs, starting at the given indices, up to `limit`.
  mutating func equalPairs(from old: Int, _ new: Int, limit: Int) -> Int
  /// Returns the label of the element at `index`, which is displayed with `displayIndex`.
  mutating func label(
    _ side: Side, at index: Int, displayIndex: Int, to printer: inout Printer
  ) -> FieldLabel
  /// Writes an element.
  func write(
    _ side: Side, at index: Int, label: FieldLabel, depth: Int, to printer: inout Printer)
  /// Writes two elements: one line if they are equal, else their difference.
  func writeComparison(_ old: Int, _ new: Int, at position: DiffPosition, to printer: inout Printer)
}

/// A run of consecutive matching pairs.
struct MatchRun: Equatable {
  var old: Int
  var new: Int
  var count: Int
}

/// Writes the diff of two sequences.
struct SequenceDiff {
  /// Whether the elements were sorted for the dump. Then the unchanged ones are counted at the end.
  var isSorted: Bool
  /// Whether unchanged elements are only counted.
  var collapses: Bool
  var hasCommas: Bool
  var indent: Int

  func write<Sequences: SequencePair>(
    _ sequences: inout Sequences, _ runs: [MatchRun], to printer: inout Printer
  ) {
    var cursor = Cursor()
    var unchanged = 0
    for run in runs + [MatchRun(old: sequences.oldCount, new: sequences.newCount, count: 0)] {
      writeUnmatched(&sequences, upTo: run, &cursor, &unchanged, to: &printer)
      writeMatched(&sequences, run.count, &cursor, &unchanged, to: &printer)
    }
    flush(&sequences, cursor, &unchanged, to: &printer)
  }

  private struct Cursor {
    var old = 0
    var new = 0
  }

  /// Writes removed and inserted elements, in pairs as long as there are both.
  private func writeUnmatched<Sequences: SequencePair>(
    _ sequences: inout Sequences, upTo run: MatchRun, _ cursor: inout Cursor,
    _ unchanged: inout Int,
    to printer: inout Printer
  ) {
    while cursor.old < run.old || cursor.new < run.new {
      if !isSorted { flush(&sequences, cursor, &unchanged, to: &printer) }
      switch (cursor.old < run.old, cursor.new < run.new) {
      case (true, true):
        writePair(&sequences, displayIndex: cursor.old, cursor, to: &printer)
        cursor.old += 1
        cursor.new += 1
      case (true, false):
        writeOne(
          &sequences, .old, .old, cursor.old, isLastElement: cursor.old == sequences.oldCount - 1,
          to: &printer)
        cursor.old += 1
      default:
        writeOne(
          &sequences, .new, .new, cursor.new,
          isLastElement: cursor.new == sequences.newCount - 1 && unchanged == 0, to: &printer)
        cursor.new += 1
      }
    }
  }

  private func writeMatched<Sequences: SequencePair>(
    _ sequences: inout Sequences, _ count: Int, _ cursor: inout Cursor, _ unchanged: inout Int,
    to printer: inout Printer
  ) {
    var rest = count
    while rest > 0 {
      if collapses {
        let equal = sequences.equalPairs(from: cursor.old, cursor.new, limit: rest)
        unchanged += equal
        cursor.old += equal
        cursor.new += equal
        rest -= equal
        if rest == 0 { return }
      }
      if !isSorted { flush(&sequences, cursor, &unchanged, to: &printer) }
      writePair(&sequences, displayIndex: cursor.new, cursor, to: &printer)
      cursor.old += 1
      cursor.new += 1
      rest -= 1
    }
  }

  private func writePair<Sequences: SequencePair>(
    _ sequences: inout Sequences, displayIndex: Int, _ cursor: Cursor, to printer: inout Printer
  ) {
    let isLast = cursor.old == sequences.oldCount - 1 && cursor.new == sequences.newCount - 1
    let oldLabel = sequences.label(.old, at: cursor.old, displayIndex: displayIndex, to: &printer)
    let newLabel = sequences.label(.new, at: cursor.new, displayIndex: cursor.new, to: &printer)
    sequences.writeComparison(
      cursor.old, cursor.new,
      at: DiffPosition(
        oldLabel: oldLabel, newLabel: newLabel, hasComma: hasCommas && !isLast, indent: indent),
      to: &printer)
    printer.endLine()
  }

  private func writeOne<Sequences: SequencePair>(
    _ sequences: inout Sequences, _ side: Side, _ margin: Margin, _ index: Int, isLastElement: Bool,
    depth: Int = DumpOptions.depthLimit, to printer: inout Printer
  ) {
    let label = sequences.label(side, at: index, displayIndex: index, to: &printer)
    printer.beginLine(margin, at: linePosition)
    sequences.write(side, at: index, label: label, depth: depth, to: &printer)
    if hasCommas, !isLastElement { printer.writeComma() }
    printer.endLine()
  }

  /// Writes the number of unchanged elements. A single one is shown instead, unless the elements
  /// were sorted.
  private func flush<Sequences: SequencePair>(
    _ sequences: inout Sequences, _ cursor: Cursor, _ unchanged: inout Int,
    to printer: inout Printer
  ) {
    guard collapses, unchanged > 0 else { return }
    let isLastElement = cursor.new == sequences.newCount
    if unchanged == 1, !isSorted {
      writeOne(
        &sequences, .new, .both, cursor.new - 1, isLastElement: isLastElement, depth: 0,
        to: &printer)
    } else {
      printer.beginLine(.both, at: linePosition)
      printer.write("… (\(unchanged) unchanged)")
      printer.outline?.setRole(.unchanged(count: unchanged))
      if hasCommas, !isLastElement { printer.writeComma() }
      printer.endLine()
    }
    unchanged = 0
  }

  private var linePosition: DiffPosition {
    DiffPosition(oldLabel: .none, newLabel: .none, hasComma: false, indent: indent)
  }
}
