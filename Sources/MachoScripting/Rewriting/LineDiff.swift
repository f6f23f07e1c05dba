import MachoReporting

/// A minimal difference between two lists of lines.
struct LineDiff {
  enum Line: Hashable {
    case same(String)
    case old(String)
    case new(String)

    var isSame: Bool {
      if case .same = self { true } else { false }
    }
  }

  /// A difference with its context lines.
  struct Hunk: Hashable {
    /// The index in the old list of the first different line.
    var firstChange: Int
    /// The lines of the old list in the hunk.
    var old: Range<Int>
    /// The lines of the new list in the hunk.
    var new: Range<Int>
    var lines: [Line]
  }

  private let lines: [Line]
  /// The maximum number of line pairs to compare. Above it, the different lines form one block.
  private static let maximumPairs = 1_000_000

  init(_ old: [String], _ new: [String]) {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed())
      .prefix { $0 == $1 }.count
    let (removed, inserted) = (old[head..<old.count - tail], new[head..<new.count - tail])
    lines =
      old[..<head].map(Line.same)
      + (removed.count * inserted.count <= Self.maximumPairs
        ? Self.shortest(removed, inserted) : removed.map(Line.old) + inserted.map(Line.new))
      + old[(old.count - tail)...].map(Line.same)
  }

  /// Returns a minimal difference. Removed lines precede lines inserted at the same position.
  private static func shortest(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Line] {
    let difference = Array(new).difference(from: Array(old))
    let removals = Set(difference.removals.map(\.offset))
    let insertions = Set(difference.insertions.map(\.offset))
    var lines: [Line] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      if removals.contains(oldIndex) {
        lines.append(.old(old[old.startIndex + oldIndex]))
        oldIndex += 1
      } else if insertions.contains(newIndex) {
        lines.append(.new(new[new.startIndex + newIndex]))
        newIndex += 1
      } else {
        lines.append(.same(old[old.startIndex + oldIndex]))
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
      }
    }
    return lines
  }

  /// Returns the hunks. Hunks whose context overlaps or touches are merged.
  func hunks(context: Int) -> [Hunk] {
    var ranges: [Range<Int>] = []
    for index in lines.indices where !lines[index].isSame {
      let range = max(0, index - context)..<min(lines.count, index + context + 1)
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges.map { range in
      let before = lines[..<range.lowerBound] + lines[range].prefix(while: \.isSame)
      let head = lines[..<range.lowerBound]
      return Hunk(
        firstChange: Self.oldCount(before),
        old: Self.oldCount(head)..<Self.oldCount(lines[..<range.upperBound]),
        new: Self.newCount(head)..<Self.newCount(lines[..<range.upperBound]),
        lines: Array(lines[range]))
    }
  }

  private static func oldCount(_ lines: some Sequence<Line>) -> Int {
    lines.count { if case .new = $0 { false } else { true } }
  }

  private static func newCount(_ lines: some Sequence<Line>) -> Int {
    lines.count { if case .old = $0 { false } else { true } }
  }
}

extension LineDiff.Hunk {
  /// The lines, old ones after `E` and new ones after `A`. What differs between a line and its
  /// replacement is emphasized.
  var styledLines: [StyledLine] {
    var lines = lines.map(\.styled)
    StyledLine.emphasizeReplacements(in: &lines, prefix: 3)
    return lines
  }
}

extension LineDiff.Line {
  fileprivate var styled: StyledLine {
    switch self {
    case .same(let text): StyledLine("   \(text)", .unchanged)
    case .old(let text): StyledLine("  E\(text)", .removed)
    case .new(let text): StyledLine("  A\(text)", .added)
    }
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
