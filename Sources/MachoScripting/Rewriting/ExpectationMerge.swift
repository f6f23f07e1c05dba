import MachoReporting
import MachoValues

/// Merges expected output with different actual output.
///
/// Lines that still match at their position stay, including captures and regular expressions. All
/// other lines become literal. Unchanged lines of a diff are added only if they open or close what
/// contains a changed line. The merge minimizes an edit distance in which replacing a line by a
/// similar one is cheaper than a deletion and an insertion.
struct ExpectationMerge {
  private let old: ArraySlice<ExpectedLine>
  private let output: ArraySlice<OutputLine>
  private let outline: OutputOutline
  /// The lines of output as a script contains them. `nil` for lines that it may omit.
  private let texts: [String?]
  private let bindings: CaptureBindings
  private var matcher = LineMatcher()
  /// The maximum number of line pairs to compare. Above it, the different lines are replaced as a
  /// block.
  private static let maximumPairs = 1_000_000

  /// Returns expected lines that match the actual output and keep lines of `expectedOutput`.
  static func lines(
    of expectedOutput: ExpectedOutput, matching output: [OutputLine], _ bindings: CaptureBindings
  ) -> [ExpectedLine] {
    let output = OutputLine.inScriptForm(output)
    let lines = merged(expectedOutput, output, bindings)
    var copy = bindings
    // Each capture matched alone, but together they can still conflict.
    guard ExpectedOutput(lines: lines).match(actual: output, bindings: &copy) == nil else {
      return ExpectedOutput(compact: output).lines
    }
    return lines
  }

  private static func merged(
    _ expectedOutput: ExpectedOutput, _ output: [OutputLine], _ bindings: CaptureBindings
  ) -> [ExpectedLine] {
    let texts = CompactDiff.scriptLines(of: output)
    var old = expectedOutput.lines[...]
    var rest = output[...]
    var head: [ExpectedLine] = []
    var tail: [ExpectedLine] = []
    while let line = old.first, let first = rest.first, line.isLiteral(first.text) {
      head.append(line)
      old.removeFirst()
      rest.removeFirst()
    }
    while let line = old.last, let last = rest.last, line.isLiteral(last.text) {
      tail.append(line)
      old.removeLast()
      rest.removeLast()
    }
    var merge = ExpectationMerge(
      old: old, output: rest, outline: OutputOutline(output), texts: texts,
      bindings: bindings)
    let isSmall = (old.count + 1) * (rest.count + 1) <= maximumPairs
    let middle =
      isSmall
      ? merge.bestMerge()
      : rest.indices.compactMap { texts[$0] }.map(ExpectedLine.init(literal:))
    return head + middle + tail.reversed()
  }
}

// MARK: - Edit distance

extension ExpectationMerge {
  private enum Move: UInt8 { case end, keep, pass, replace, absorb, skip, drop, add }

  /// Fills the cost table from the end of both sequences, then follows the cheapest moves from the
  /// start.
  private mutating func bestMerge() -> [ExpectedLine] {
    let (rows, columns) = (old.count, output.count)
    var moves = [Move](repeating: .end, count: (rows + 1) * (columns + 1))
    var below = [Int](repeating: 0, count: columns + 1)
    for row in stride(from: rows, through: 0, by: -1) {
      var costs = [Int](repeating: 0, count: columns + 1)
      for column in stride(from: columns, through: 0, by: -1) {
        var best = (cost: Int.max, move: Move.end)
        func offer(_ move: Move, _ cost: Int) {
          if cost < best.cost { best = (cost, move) }
        }
        if row == rows, column == columns { offer(.end, 0) }
        if row < rows {
          let line = old[old.startIndex + row]
          if line.kind == .anyLines {
            offer(.pass, below[column])
            if column < columns { offer(.absorb, costs[column + 1]) }
          } else {
            if column < columns {
              let cost = replacementCost(line, at: output.startIndex + column)
              if cost == 0 {
                offer(.keep, below[column + 1])
              } else if isEssential(column) {
                offer(.replace, below[column + 1] + cost)
              }
            }
            offer(.drop, below[column] + (line.isMatcher ? 30 : 25))
          }
        }
        if column < columns {
          if isEssential(column) {
            offer(.add, costs[column + 1] + 25)
          } else {
            offer(.skip, costs[column + 1])
          }
        }
        costs[column] = best.cost
        moves[row * (columns + 1) + column] = best.move
      }
      below = costs
    }
    return walk(moves, width: columns + 1)
  }

  private func walk(_ moves: [Move], width: Int) -> [ExpectedLine] {
    var lines: [ExpectedLine] = []
    var (row, column) = (0, 0)
    while true {
      switch moves[row * width + column] {
      case .end: return lines
      case .keep, .pass: lines.append(old[old.startIndex + row])
      case .replace, .add:
        lines += texts[output.startIndex + column].map { [ExpectedLine(literal: $0)] } ?? []
      case .absorb, .skip, .drop: break
      }
      switch moves[row * width + column] {
      case .end: return lines
      case .keep, .replace: (row, column) = (row + 1, column + 1)
      case .pass, .drop: row += 1
      case .absorb, .skip, .add: column += 1
      }
    }
  }

  /// Returns the cost of replacing an expected line: 0 if it matches, less for similar lines.
  private mutating func replacementCost(_ line: ExpectedLine, at index: Int) -> Int {
    var copy = bindings
    if matcher.matches(
      line, output[index], isContent: outline.isContent[index], bindings: &copy)
    {
      return 0
    }
    let text = output[index].text
    guard case .literal(let expected) = line.kind else { return line.isMatcher ? 35 : 30 }
    let longest = max(expected.utf8.count, text.utf8.count, 1)
    let prefix = commonPrefix(expected.utf8, text.utf8)
    let shortest = min(expected.utf8.count, text.utf8.count)
    let suffix = min(
      shortest - prefix, commonPrefix(expected.utf8.reversed(), text.utf8.reversed()))
    return 30 - 20 * (prefix + suffix) / longest
  }

  private func isEssential(_ column: Int) -> Bool { texts[output.startIndex + column] != nil }

  private func commonPrefix(
    _ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>
  ) -> Int {
    zip(first, second).prefix { $0 == $1 }.count
  }
}

extension ExpectedLine {
  /// Whether this is a literal line with this text.
  fileprivate func isLiteral(_ text: String) -> Bool {
    switch kind {
    case .literal(let expected): ByteSearch.areSame(expected, text)
    case .blank: text.utf8.isEmpty
    case .anyLines, .regex, .capture: false
    }
  }
}
