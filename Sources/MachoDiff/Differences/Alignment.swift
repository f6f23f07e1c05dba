/// An alignment of two sequences: which elements of the old one match which of the new one.
///
/// Of all longest common subsequences it finds the same one as Swift's `difference(from:by:)`,
/// because diffs show that one. The standard library compares step by step. This search lists the
/// matching pairs once the steps would outnumber them.
struct Alignment {
  let oldCount: Int
  let newCount: Int
  /// Whether two elements match.
  let areEquivalent: (Int, Int) -> Bool
  /// Returns hash keys of the elements, or `nil` if they have none.
  let keys: () -> MatchKeys?
  /// Returns the last element of the new sequence in a range that matches an element of the old
  /// one. Set only if this is faster than comparing each pair.
  var lastMatch: ((Int, Range<Int>) -> Int?)?

  /// Returns the matching runs. The first `start` pairs are known to match.
  func runs(from start: Int) -> [MatchRun] {
    let box = Box(old: start..<oldCount, new: start..<newCount)
    guard Self.matchesStandardLibrary else { return standardRuns(box) }
    var search = AlignmentSearch(self, MatchRun(old: 0, new: 0, count: start))
    search.align(box, nil)
    return search.sortedRuns
  }

  /// The ranges that remain to be aligned.
  struct Box {
    var old: Range<Int>
    var new: Range<Int>

    var isEmpty: Bool { old.isEmpty || new.isEmpty }

    func contains(_ match: Match) -> Bool { old.contains(match.old) && new.contains(match.new) }
  }

  struct Match {
    var old: Int
    var new: Int
  }

  /// Returns the alignment computed by the standard library itself.
  private func standardRuns(_ box: Box) -> [MatchRun] {
    let difference = Array(box.new).difference(
      from: Array(box.old), by: { areEquivalent($0, $1) })
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(box.old.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(box.new.lowerBound + offset)
      }
    }
    let kept = zip(
      box.old.filter { !removed.contains($0) }, box.new.filter { !inserted.contains($0) })
    var runs = MatchRuns()
    runs.append(MatchRun(old: 0, new: 0, count: box.old.lowerBound))
    for (old, new) in kept { runs.append(MatchRun(old: old, new: new, count: 1)) }
    return runs.runs
  }

  /// Whether this version of the standard library picks the same longest subsequence as
  /// `AlignmentSearch`. Versions differ.
  private static let matchesStandardLibrary: Bool = {
    let samples = [
      ([0, 7, 5, 8], [1, 5, 1, 5]), ([1, 0, 1, 1, 0, 1, 1], [0, 0, 1, 1, 1]),
      ([1, 2, 1, 0, 2, 2], [1, 2, 2, 2, 0, 2, 1, 0, 1]), ([3, 0, 2, 2, 2], [2, 5, 5, 1, 4, 3, 1]),
      ([4, 5, 1, 4], [5, 2, 0, 5, 4, 3, 4, 0]), ([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]),
    ]
    return samples.allSatisfy { old, new in
      let alignment = Alignment(
        oldCount: old.count, newCount: new.count, areEquivalent: { old[$0] == new[$1] },
        keys: { nil })
      let box = Box(old: 0..<old.count, new: 0..<new.count)
      var search = AlignmentSearch(alignment, MatchRun(old: 0, new: 0, count: 0))
      search.align(box, nil)
      return search.sortedRuns == alignment.standardRuns(box)
    }
  }()
}

/// A list of runs that joins adjacent ones.
struct MatchRuns {
  private(set) var runs: [MatchRun] = []

  mutating func append(_ run: MatchRun) {
    guard run.count > 0 else { return }
    if let last = runs.last, last.old + last.count == run.old, last.new + last.count == run.new {
      runs[runs.count - 1].count += run.count
    } else {
      runs.append(run)
    }
  }
}
