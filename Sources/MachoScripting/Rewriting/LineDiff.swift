/// How one list of lines becomes another, with as few lines taken out and put in as will do.
struct LineDiff {
  enum Line: Hashable {
    case same(String)
    case old(String)
    case new(String)

    var isSame: Bool {
      if case .same = self { true } else { false }
    }
  }

  /// A place where they differ, with some lines around it.
  struct Hunk: Hashable {
    /// The number in the old list of the first line that differs, counted from 0.
    var firstChange: Int
    var lines: [Line]
  }

  private let lines: [Line]
  /// Beyond so many pairs of lines, what differs is shown as a block.
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

  /// What is taken out stands before what is put in at the same place.
  private static func shortest(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Line] {
    let difference = Array(new).difference(from: Array(old))
    let removals = Set(difference.removals.map(\.offset))
    let insertions = Set(difference.insertions.map(\.offset))
    var lines: [Line] = []
    var (position, other) = (0, 0)
    while position < old.count || other < new.count {
      if removals.contains(position) {
        lines.append(.old(old[old.startIndex + position]))
        position += 1
      } else if insertions.contains(other) {
        lines.append(.new(new[new.startIndex + other]))
        other += 1
      } else {
        lines.append(.same(old[old.startIndex + position]))
        (position, other) = (position + 1, other + 1)
      }
    }
    return lines
  }

  /// The places that differ; two of them are one where their surroundings meet.
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
      let number = before.count { if case .new = $0 { false } else { true } }
      return Hunk(firstChange: number, lines: Array(lines[range]))
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
