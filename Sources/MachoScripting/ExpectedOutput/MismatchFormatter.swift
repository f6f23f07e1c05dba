import MachoReporting

/// Formats a mismatch as one unified diff of expected and actual output.
///
/// Lines after `E` are expected and do not occur, lines after `A` occur and are not expected. `>`
/// marks the first difference. The other lines occur as expected; three of them are shown around
/// each difference. Above them are the properties of the state that differ.
package enum MismatchFormatter {
  /// Returns the lines of the report.
  package static func lines(for mismatch: Mismatch) -> [StyledLine] {
    var lines = excerpt(of: rows(of: mismatch))
    StyledLine.emphasizeReplacements(in: &lines, prefix: 3)
    return summary(of: mismatch.differences) + lines
      + [StyledLine("line \(mismatch.line): \(message(mismatch.reason))", .problem)]
  }

  /// The number of properties that are listed above the lines.
  private static let listedCount = 3

  /// Returns one line for each of the first properties that differ.
  private static func summary(of differences: [ChangeDifference]) -> [StyledLine] {
    var lines = differences.prefix(listedCount).map { StyledLine($0.text, .problem) }
    let rest = differences.count - lines.count
    if rest > 0 { lines.append(StyledLine("and \(rest) more", .problem)) }
    return lines
  }

  /// Returns output without an expectation as `A|` lines. The lines keep their roles.
  package static func lines(forActual output: [StyledLine]) -> [StyledLine] {
    output.map { StyledLine("  A" + ExpectedLine(literal: $0.text).raw, $0.role) }
  }

  private static func message(_ reason: Mismatch.Reason) -> String {
    switch reason {
    case .differs: "the output differs"
    case .missingOutput: "the output ends before this line"
    case .missingLine: "the output has no such line"
    case .extraOutput: "expected no more lines"
    case .missingChange: "the diff has no such change"
    case .extraChange: "the diff has a change that is not expected before this line"
    case .missingContext: "the diff has no such line at this place"
    case .captureDiffers(let name, let bound):
      "<\(name)> was '\(OutputEscaping.encode(bound))' before"
    case .tooAmbiguous: "too many possible matches for the captures between '|...'"
    case .slowRegex(let message): message
    }
  }
}

// MARK: - Rows

extension MismatchFormatter {
  private struct Row {
    var content: StyledLine
    var isDifference: Bool
    /// Whether it is the first difference.
    var isFirst = false

    /// The content after its mark.
    var line: StyledLine { content.prefixed(by: isFirst ? "> " : "  ") }
  }

  /// Returns the lines of both sides in one order: between two lines that match, first the expected
  /// lines, then the actual ones.
  private static func rows(of mismatch: Mismatch) -> [Row] {
    let alignment = mismatch.alignment ?? Mismatch.Alignment(head: mismatch)
    let (missing, extra) = (Set(alignment.missing), Set(alignment.extra))
    var rows: [Row] = []
    var (expected, actual) = (0, 0)
    func addMissing(upTo expectedEnd: Int, at place: Int) {
      while expected < expectedEnd {
        if missing.contains(expected) {
          guard alignment.places[expected] ?? place <= place else { return }
          let content = StyledLine("E\(mismatch.expected[expected])", .removed)
          let isFirst = expected == mismatch.expectedIndex
          rows.append(Row(content: content, isDifference: true, isFirst: isFirst))
        }
        expected += 1
      }
    }
    func add(upToExpected expectedEnd: Int, actual actualEnd: Int) {
      for index in actual..<actualEnd {
        addMissing(upTo: expectedEnd, at: index)
        let isExtra = extra.contains(index)
        let content = StyledLine(
          (isExtra ? "A" : " ") + text(mismatch.actual[index]), isExtra ? .added : .unchanged)
        rows.append(
          Row(
            content: content, isDifference: isExtra,
            isFirst: isExtra && index == mismatch.actualIndex))
      }
      addMissing(upTo: expectedEnd, at: .max)
      (expected, actual) = (expectedEnd, actualEnd)
    }
    for pair in alignment.pairs {
      add(upToExpected: pair.expected, actual: pair.actual)
      rows.append(
        Row(
          content: StyledLine(" \(text(mismatch.actual[pair.actual]))", .unchanged),
          isDifference: false))
      (expected, actual) = (pair.expected + 1, pair.actual + 1)
    }
    add(upToExpected: mismatch.expected.count, actual: mismatch.actual.count)
    if extra.isEmpty, mismatch.actual.isEmpty {
      let content = StyledLine("A (no output)", .added)
      rows.append(Row(content: content, isDifference: true, isFirst: true))
    }
    if !rows.contains(where: \.isFirst), let first = rows.firstIndex(where: \.isDifference) {
      rows[first].isFirst = true
    }
    return rows
  }

  private static func text(_ line: String) -> String { line.isEmpty ? "|" : "| \(line)" }

  /// The number of lines shown before and after each difference.
  private static let context = 3

  /// Returns the rows near a difference. Other rows are counted.
  private static func excerpt(of rows: [Row]) -> [StyledLine] {
    var isShown = rows.map { _ in false }
    for index in rows.indices where rows[index].isDifference {
      for near in max(0, index - context)...min(rows.count - 1, index + context) {
        isShown[near] = true
      }
    }
    var lines: [StyledLine] = []
    var hidden: [StyledLine] = []
    func addHidden() {
      // A notice would take as much space as a single line.
      let notice = StyledLine("   (\(hidden.count) equal lines)", .unchanged)
      lines += hidden.count > 1 ? [notice] : hidden
      hidden = []
    }
    for (row, isShown) in zip(rows, isShown) {
      guard isShown else {
        hidden.append(row.line)
        continue
      }
      addHidden()
      lines.append(row.line)
    }
    addHidden()
    return lines
  }
}

extension Mismatch.Alignment {
  /// Creates an alignment of output that is too long to align: the lines before the first
  /// difference and those at the end match.
  fileprivate init(head mismatch: Mismatch) {
    let (expected, actual) = (mismatch.expected, mismatch.actual)
    func isSame(_ expected: String, _ actual: String) -> Bool {
      expected == (actual.isEmpty ? "|" : "| \(actual)")
    }
    let limit = min(mismatch.expectedIndex ?? .max, mismatch.actualIndex ?? .max)
    let head = zip(expected, actual).prefix(limit).prefix { isSame($0, $1) }.count
    let tail = zip(expected.dropFirst(head).reversed(), actual.dropFirst(head).reversed())
      .prefix { isSame($0, $1) }.count
    let (expectedEnd, actualEnd) = (expected.count - tail, actual.count - tail)
    pairs =
      (0..<head).map { Mismatch.Pair(expected: $0, actual: $0) }
      + (0..<tail).map { Mismatch.Pair(expected: expectedEnd + $0, actual: actualEnd + $0) }
    missing = Array(head..<expectedEnd)
    extra = Array(head..<actualEnd)
  }
}
