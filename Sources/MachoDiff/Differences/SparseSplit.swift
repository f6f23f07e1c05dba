/// Computes the split of `MiddleSearch` from a list of all matches, not step by step.
///
/// Without matches, `d` edits reach old index `(d + k) / 2` on diagonal `k`, and each match on the
/// path adds one. A match at `(x, y)` preceded by `l` matches is reached by a path of `x + y - 2l`
/// edits on diagonal `x - y`. Each further edit carries this to one more diagonal on either side.
/// So the reach on all diagonals follows from the number of matches that can precede each match.
/// Those numbers are computed like a longest increasing subsequence.
struct SparseSplit {
  private let box: Alignment.Box
  private let forward: Cones
  private let backward: Cones

  /// `matches` are all matches in the box, not empty, by old index, then by descending new index.
  init(_ box: Alignment.Box, _ matches: [Alignment.Match]) {
    self.box = box
    let (old, new) = (box.old, box.new)
    forward = Cones(matches.map { ($0.old - old.lowerBound, $0.new - new.lowerBound) })
    backward = Cones(
      matches.reversed().map { (old.upperBound - 1 - $0.old, new.upperBound - 1 - $0.new) })
  }

  var split: AlignmentSearch.Split {
    let (oldCount, newCount) = (box.old.count, box.new.count)
    let delta = oldCount - newCount
    let edits = oldCount + newCount - 2 * forward.longest
    let (forwardEdits, backwardEdits) = ((edits + 1) / 2, edits / 2)
    let (reach, otherReach) = (forward.reach(forwardEdits), backward.reach(backwardEdits))

    func meet(_ diagonal: Int) -> Bool {
      let (index, other) = (diagonal + forwardEdits, delta - diagonal + backwardEdits)
      guard (0...(2 * forwardEdits)).contains(index), (0...(2 * backwardEdits)).contains(other)
      else { return false }
      return reach[index / 2] + otherReach[other / 2] >= oldCount
    }
    if edits % 2 != 0 {
      let diagonals = stride(from: forwardEdits, through: -forwardEdits, by: -2)
      // The two paths together have the minimal number of edits, so they meet somewhere.
      let diagonal = diagonals.first(where: meet)!
      return forward.split(
        diagonal, forwardEdits, end: reach[(diagonal + forwardEdits) / 2], insertsOnTie: true,
        in: box)
    }
    let diagonals = stride(from: -backwardEdits, through: backwardEdits, by: 2)
    // As above.
    let diagonal = diagonals.first { meet(delta - $0) }!
    return backward.split(
      diagonal, backwardEdits, end: otherReach[(diagonal + backwardEdits) / 2],
      insertsOnTie: false, in: box
    ).mirrored(in: box)
  }
}

/// Matches, with the paths that they open from one corner of a box.
private struct Cones {
  private struct Cone {
    /// The minimal number of edits that reach the match, and the match's diagonal.
    var edits: Int
    var diagonal: Int
    /// The number of matches on a path through this match, including it.
    var matches: Int
  }

  private var cones: [Cone] = []
  /// The maximal number of matches on a path.
  private(set) var longest = 0

  /// `matches` are sorted by old index, then by descending new index.
  init(_ matches: [(old: Int, new: Int)]) {
    // For each number of matches, the smallest new index at which a path has that many.
    var ends: [Int] = []
    cones.reserveCapacity(matches.count)
    for match in matches {
      var (low, high) = (0, ends.count)
      if let last = ends.last, last < match.new { low = high }
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < match.new { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(match.new) } else { ends[low] = match.new }
      cones.append(
        Cone(
          edits: match.old + match.new - 2 * low, diagonal: match.old - match.new,
          matches: low + 1))
    }
    longest = ends.count
  }

  /// Returns the old index that `edits` edits reach on each diagonal, from the lowest diagonal on.
  func reach(_ edits: Int) -> [Int] {
    var reach = [Int](repeating: -1, count: edits + 1)
    // For each diagonal, the next one at or after it that is still unknown (union-find).
    var next = Array(0...(edits + 1))
    func unknown(_ index: Int) -> Int {
      var root = index
      while next[root] != root { root = next[root] }
      var index = index
      while next[index] != root { (next[index], index) = (root, next[index]) }
      return root
    }
    for cone in conesWithMostFirst where cone.edits <= edits {
      let width = edits - cone.edits
      let last = min((cone.diagonal + width + edits) / 2, edits)
      var index = unknown(max((cone.diagonal - width + edits) / 2, 0))
      while index <= last {
        reach[index] = index + cone.matches
        next[index] = index + 1
        index = unknown(index + 1)
      }
    }
    for index in reach.indices where reach[index] < 0 { reach[index] = index }
    return reach
  }

  private var conesWithMostFirst: [Cone] {
    var counts = [Int](repeating: 0, count: longest + 2)
    for cone in cones { counts[longest - cone.matches + 1] += 1 }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    var sorted = cones
    for cone in cones {
      sorted[counts[longest - cone.matches]] = cone
      counts[longest - cone.matches] += 1
    }
    return sorted
  }

  /// Returns the old index that `edits` edits reach on one diagonal.
  private func reached(_ edits: Int, on diagonal: Int) -> Int {
    var most = 0
    for cone in cones where cone.edits + abs(diagonal - cone.diagonal) <= edits {
      most = max(most, cone.matches)
    }
    return (edits + diagonal) / 2 + most
  }

  func split(
    _ diagonal: Int, _ edits: Int, end: Int, insertsOnTie: Bool, in box: Alignment.Box
  ) -> AlignmentSearch.Split {
    let removal = diagonal > -edits ? reached(edits - 1, on: diagonal - 1) + 1 : -1
    let insertion = diagonal < edits ? reached(edits - 1, on: diagonal + 1) : -1
    let isRemoval = insertsOnTie ? removal > insertion : removal >= insertion
    let start = max(removal, insertion)
    let before = isRemoval ? (start - 1, start - diagonal) : (start, start - diagonal - 1)
    let (old, new) = (box.old.lowerBound, box.new.lowerBound)
    return AlignmentSearch.Split(
      end: Alignment.Match(old: old + before.0, new: new + before.1),
      run: MatchRun(old: old + start, new: new + start - diagonal, count: end - start),
      start: Alignment.Match(old: old + end, new: new + end - diagonal))
  }
}
