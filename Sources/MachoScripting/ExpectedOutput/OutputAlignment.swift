import MachoDiff
import MachoReporting

/// Aligns expected with actual output that does not match it, with as few differences as possible.
///
/// Compares lines one by one, so a conflict between captures is not a difference here.
struct OutputAlignment {
  private let expectedOutput: ExpectedOutput
  private let actual: [OutputLine]
  private let outline: OutputOutline
  private let nesting: ExpectedOutline
  private let bindings: CaptureBindings
  /// Whether an element with another index differs although rows may have been added before it.
  private let comparesIndexes: Bool
  private var lineMatcher = LineMatcher()
  /// The alignment with the fewest differences.
  private(set) var result = Mismatch.Alignment()
  /// The maximum number of line pairs to compare.
  private static let maximumPairs = 1_000_000

  private enum Move: UInt8 { case end, match, skip, pass, absorb, missing, extra }

  /// Returns `nil` if the output is too long.
  init?(
    _ expectedOutput: ExpectedOutput, _ actual: [OutputLine], _ outline: OutputOutline,
    _ nesting: ExpectedOutline, _ bindings: CaptureBindings, comparesIndexes: Bool
  ) {
    guard (expectedOutput.lines.count + 1) * (actual.count + 1) <= Self.maximumPairs else {
      return nil
    }
    self.expectedOutput = expectedOutput
    self.actual = actual
    self.outline = outline
    self.nesting = nesting
    self.bindings = bindings
    self.comparesIndexes = comparesIndexes
    align()
  }

  /// Fills the cost table from the end of both outputs, then follows the cheapest moves from the
  /// start.
  private mutating func align() {
    let (rows, columns) = (expectedOutput.lines.count, actual.count)
    var moves = [Move](repeating: .end, count: (rows + 1) * (columns + 1))
    var below = [Int](repeating: 0, count: columns + 1)
    for row in stride(from: rows, through: 0, by: -1) {
      var costs = [Int](repeating: 0, count: columns + 1)
      let floor = nesting.floor(of: row, from: 0)
      for column in stride(from: columns, through: 0, by: -1) {
        var best = (cost: Int.max, move: Move.end)
        func offer(_ move: Move, _ cost: Int) {
          if cost < best.cost { best = (cost, move) }
        }
        if row == rows, column == columns { offer(.end, 0) }
        if row < rows, expectedOutput.lines[row].kind == .anyLines {
          offer(.pass, below[column])
          if column < columns { offer(.absorb, costs[column + 1]) }
        } else {
          if row < rows, column < columns, matches(row, column) {
            offer(.match, below[column + 1])
          }
          if column < columns, outline.isOptional[column],
            outline.depths[column] > floor || outline.startsDiff[column]
          {
            offer(.skip, costs[column + 1])
          }
          if row < rows { offer(.missing, below[column] + 1) }
          if column < columns, !outline.isOptional[column] { offer(.extra, costs[column + 1] + 1) }
        }
        costs[column] = best.cost
        moves[row * (columns + 1) + column] = best.move
      }
      below = costs
    }
    follow(moves, width: columns + 1)
    result.places = MissingLinePlaces(expectedOutput, actual, result).places
  }

  private mutating func matches(_ row: Int, _ column: Int) -> Bool {
    var copy = bindings
    var line = actual[column]
    if !comparesIndexes {
      let shift = nesting.elements.shift(of: row, to: actual[column].change?.index)
      if let shift, nesting.elements.allows(shift, of: row) {
        line = line.withIndex(less: shift)
      }
      if nesting.elements.count(of: row, matches: column, of: outline) { return true }
    }
    return lineMatcher.matches(
      expectedOutput.lines[row], line, isContent: outline.isContent[column],
      bindings: &copy)
  }

  private mutating func follow(_ moves: [Move], width: Int) {
    var (row, column) = (0, 0)
    while true {
      switch moves[row * width + column] {
      case .end: return
      case .match:
        result.pairs.append(Mismatch.Pair(expected: row, actual: column))
        (row, column) = (row + 1, column + 1)
      case .skip, .absorb: column += 1
      case .pass: row += 1
      case .missing:
        result.missing.append(row)
        row += 1
      case .extra:
        result.extra.append(column)
        column += 1
      }
    }
  }
}

extension OutputAlignment {
  /// Names the first difference in a mismatch.
  func describe(_ mismatch: inout Mismatch) {
    guard !result.missing.isEmpty || !result.extra.isEmpty else {
      if case .captureDiffers = mismatch.reason { return }
      // Each line matches alone, but not in what the lines above it open.
      mismatch.reason = .missingContext
      return
    }
    let (missing, extra) = (result.missing.first, result.extra.first)
    let missingPlace = missing.map(nextActual)
    let isSamePlace = missing != nil && extra.map { missingPlace == firstUnmatched($0) } ?? false
    if let missing, isSamePlace || extra.map({ (missingPlace ?? 0) <= $0 }) ?? true {
      mismatch.expectedIndex = missing
      let place = isSamePlace ? extra : missingPlace
      mismatch.actualIndex = place.flatMap { $0 < actual.count ? $0 : nil }
      if case .captureDiffers = mismatch.reason { return }
      mismatch.reason = reason(missing: missing, isReplaced: isSamePlace)
    } else if let extra {
      mismatch.actualIndex = extra
      mismatch.expectedIndex = nextExpected(extra)
      mismatch.reason = actual[extra].diff == nil ? .extraOutput : .extraChange
    }
  }

  private func reason(missing: Int, isReplaced: Bool) -> Mismatch.Reason {
    if isReplaced { return .differs }
    guard case .literal = expectedOutput.lines[missing].kind,
      let mark = nesting.forms[missing]?.mark
    else { return .missingOutput }
    return mark == .unchanged ? .missingContext : .missingChange
  }

  /// Returns the index of the line of output at which an expected line is missing.
  private func nextActual(_ expected: Int) -> Int {
    (result.pairs.last { $0.expected < expected }?.actual ?? -1) + 1
  }

  /// Returns the index of the first line of output after the last pair before a line.
  private func firstUnmatched(_ line: Int) -> Int {
    (result.pairs.last { $0.actual < line }?.actual ?? -1) + 1
  }

  /// Returns the index of the expected line before which a line of output is extra.
  private func nextExpected(_ line: Int) -> Int? {
    let next = (result.pairs.last { $0.actual < line }?.expected ?? -1) + 1
    return next < expectedOutput.lines.count ? next : nil
  }
}
