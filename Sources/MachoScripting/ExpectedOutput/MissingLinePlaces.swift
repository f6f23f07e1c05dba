import MachoDiff
import MachoReporting

/// The places at which a report shows expected lines that match no line of output.
///
/// Below a line that matches, a missing line is shown there, or beside a line that is extra.
/// Below `|...` its place is not known: then it is shown beside the line that is most similar, else
/// at the end of the lines that `|...` matches.
struct MissingLinePlaces {
  private let expectedOutput: ExpectedOutput
  private let actual: [OutputLine]
  private let alignment: Mismatch.Alignment
  private let extra: Set<Int>
  /// The line of output before which each missing line is shown.
  private(set) var places: [Int: Int] = [:]

  init(
    _ expectedOutput: ExpectedOutput, _ actual: [OutputLine], _ alignment: Mismatch.Alignment
  ) {
    self.expectedOutput = expectedOutput
    self.actual = actual
    self.alignment = alignment
    extra = Set(alignment.extra)
    place()
  }

  /// Consecutive missing lines, which are shown together.
  private struct Block {
    var lines: [Int]
    /// Whether `|...` is the line before it.
    var followsAnyLines: Bool
  }

  private mutating func place() {
    let missing = Set(alignment.missing)
    var start = (expected: 0, actual: 0)
    let end = Mismatch.Pair(expected: expectedOutput.lines.count, actual: actual.count)
    for pair in alignment.pairs + [end] {
      var lower = start.actual
      var blocks: [Block] = []
      var followsAnyLines = false
      for index in start.expected..<pair.expected {
        if expectedOutput.lines[index].kind == .anyLines {
          followsAnyLines = true
        } else if missing.contains(index) {
          if followsAnyLines || blocks.isEmpty {
            blocks.append(Block(lines: [], followsAnyLines: followsAnyLines))
            followsAnyLines = false
          }
          blocks[blocks.count - 1].lines.append(index)
        }
      }
      for block in blocks {
        lower = place(of: block, in: lower..<pair.actual)
        for line in block.lines { places[line] = lower }
      }
      start = (pair.expected + 1, pair.actual + 1)
    }
  }

  private func place(of block: Block, in range: Range<Int>) -> Int {
    guard block.followsAnyLines else {
      // Otherwise only unchanged lines of a diff are left, which expected output may omit.
      let extra = range.filter(extra.contains)
      let first = extra.first ?? range.lowerBound
      guard block.lines.count == 1 else { return first }
      return mostSimilar(to: block, in: extra.isEmpty ? Array(range) : extra) ?? first
    }
    return mostSimilar(to: block, in: Array(range)) ?? range.upperBound
  }

  /// Returns the place at which a line of the block is beside the line of output that is most similar
  /// to it. `nil` if none is similar.
  private func mostSimilar(to block: Block, in candidates: [Int]) -> Int? {
    // PERFORMANCE: a long block beside long output has no place that a reader could guess.
    guard let first = candidates.first, block.lines.count * candidates.count <= 10_000 else {
      return nil
    }
    var best: (similarity: Int, place: Int)?
    for index in candidates {
      for (offset, line) in block.lines.enumerated() {
        let similarity = Self.similarity(expectedOutput.lines[line], actual[index])
        guard similarity >= 50, similarity > best?.similarity ?? 0 else { continue }
        best = (similarity, max(first, index - offset))
      }
    }
    return best?.place
  }

  /// Returns how much of the longer text both lines begin and end with, in percent. Indentation does
  /// not count, and the change mark of a diff must be the same.
  private static func similarity(_ expected: ExpectedLine, _ output: OutputLine) -> Int {
    let text = expected.start
    if let change = output.change, ChangeLine.Mark(of: text) != change.mark { return 0 }
    let left = text.utf8.drop { $0 == UInt8(ascii: " ") }
    let right = output.text.utf8.drop { $0 == UInt8(ascii: " ") }
    guard !left.isEmpty, !right.isEmpty else { return 0 }
    let prefix = zip(left, right).prefix { $0 == $1 }.count
    let suffix = zip(left.dropFirst(prefix).reversed(), right.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    return 100 * (prefix + suffix) / max(left.count, right.count)
  }
}
