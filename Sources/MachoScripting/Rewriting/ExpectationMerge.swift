import MachoValues

/// Merges expected output with different actual output.
///
/// Lines that still match at their position stay, including captures and regular expressions. All
/// other lines become literal. The merge minimizes an edit distance in which replacing a line by a
/// similar one is cheaper than a deletion and an insertion.
struct ExpectationMerge {
  private let old: ArraySlice<ExpectedLine>
  private let output: ArraySlice<String>
  private let bindings: CaptureBindings
  private var matcher: OutputMatcher
  /// The maximum number of line pairs to compare. Above it, the different lines are replaced as a
  /// block.
  private static let maximumPairs = 1_000_000

  /// Returns expected lines that match the actual output and keep lines of `expectedOutput`.
  static func lines(
    of expectedOutput: ExpectedOutput, matching output: [String], _ bindings: CaptureBindings
  ) -> [ExpectedLine] {
    let lines = merged(expectedOutput, output, bindings)
    var copy = bindings
    // Each capture matched alone, but together they can still conflict.
    guard ExpectedOutput(lines: lines).match(actual: output, bindings: &copy) == nil else {
      return output.map(ExpectedLine.init(literal:))
    }
    return lines
  }

  private static func merged(
    _ expectedOutput: ExpectedOutput, _ output: [String], _ bindings: CaptureBindings
  ) -> [ExpectedLine] {
    var old = expectedOutput.lines[...]
    var rest = output[...]
    var head: [ExpectedLine] = []
    var tail: [ExpectedLine] = []
    while let line = old.first, let text = rest.first, line.isLiteral(text) {
      head.append(line)
      old.removeFirst()
      rest.removeFirst()
    }
    while let line = old.last, let text = rest.last, line.isLiteral(text) {
      tail.append(line)
      old.removeLast()
      rest.removeLast()
    }
    var merge = ExpectationMerge(
      old: old, output: rest, bindings: bindings,
      matcher: OutputMatcher(expectedOutput: expectedOutput, actual: output))
    let isSmall = (old.count + 1) * (rest.count + 1) <= maximumPairs
    let middle = isSmall ? merge.bestMerge() : rest.map(ExpectedLine.init(literal:))
    return head + middle + tail.reversed()
  }
}

// MARK: - Edit distance

extension ExpectationMerge {
  private enum Move: UInt8 { case end, keep, pass, replace, absorb, drop, add }

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
              let cost = replacementCost(line, output[output.startIndex + column])
              offer(cost == 0 ? .keep : .replace, below[column + 1] + cost)
            }
            offer(.drop, below[column] + (line.isMatcher ? 30 : 25))
          }
        }
        if column < columns { offer(.add, costs[column + 1] + 25) }
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
      case .replace, .add: lines.append(ExpectedLine(literal: output[output.startIndex + column]))
      case .absorb, .drop: break
      }
      switch moves[row * width + column] {
      case .end: return lines
      case .keep, .replace: (row, column) = (row + 1, column + 1)
      case .pass, .drop: row += 1
      case .absorb, .add: column += 1
      }
    }
  }

  /// Returns the cost of replacing an expected line: 0 if it matches, less for similar lines.
  private mutating func replacementCost(_ line: ExpectedLine, _ text: String) -> Int {
    var copy = bindings
    if matcher.matches(line, text, bindings: &copy) { return 0 }
    guard case .literal(let expected) = line.kind else { return line.isMatcher ? 35 : 30 }
    let longest = max(expected.utf8.count, text.utf8.count, 1)
    let prefix = commonPrefix(expected.utf8, text.utf8)
    let shortest = min(expected.utf8.count, text.utf8.count)
    let suffix = min(
      shortest - prefix, commonPrefix(expected.utf8.reversed(), text.utf8.reversed()))
    return 30 - 20 * (prefix + suffix) / longest
  }

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
