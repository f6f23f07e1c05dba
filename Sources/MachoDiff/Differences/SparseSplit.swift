/// The split that `MiddleSearch` finds, from a list of all matches rather than step by step.
///
/// The furthest that `d` edits get on diagonal `k` is `(d + k) / 2` and a part further for each
/// match on the way. A match with `l` matches before it, at `(x, y)`, is taken by a way of
/// `x + y - 2l` edits, on diagonal `x - y`; each edit more carries that to one diagonal more on
/// either side. So how far a number of edits gets, on all diagonals at once, follows from how many
/// matches there may be before each, which is found as a longest increasing subsequence is.
struct SparseSplit {
  private let box: Alignment.Box
  private let forward: Cones
  private let backward: Cones

  /// The box has matches; `matches` are all of them, by the old row, then from the new row's end.
  init(_ box: Alignment.Box, _ matches: [Alignment.Match]) {
    self.box = box
    let (old, new) = (box.old, box.new)
    forward = Cones(matches.map { ($0.old - old.lowerBound, $0.new - new.lowerBound) })
    backward = Cones(
      matches.reversed().map { (old.upperBound - 1 - $0.old, new.upperBound - 1 - $0.new) })
  }

  var split: AlignmentSearch.Split {
    let (oldCount, newCount) = (box.old.count, box.new.count)
    let ahead = oldCount - newCount
    let edits = oldCount + newCount - 2 * forward.longest
    let (forwardEdits, backwardEdits) = ((edits + 1) / 2, edits / 2)
    let (reach, otherReach) = (forward.reach(forwardEdits), backward.reach(backwardEdits))

    func meet(_ diagonal: Int) -> Bool {
      let (index, other) = (diagonal + forwardEdits, ahead - diagonal + backwardEdits)
      guard (0...(2 * forwardEdits)).contains(index), (0...(2 * backwardEdits)).contains(other)
      else { return false }
      return reach[index / 2] + otherReach[other / 2] >= oldCount
    }
    if edits % 2 != 0 {
      let diagonals = stride(from: forwardEdits, through: -forwardEdits, by: -2)
      // Two ways of as many edits as there are at least, together, meet somewhere.
      let diagonal = diagonals.first(where: meet)!
      return forward.split(
        diagonal, forwardEdits, end: reach[(diagonal + forwardEdits) / 2], insertsOnTie: true,
        in: box)
    }
    let diagonals = stride(from: -backwardEdits, through: backwardEdits, by: 2)
    // The same.
    let diagonal = diagonals.first { meet(ahead - $0) }!
    return backward.split(
      diagonal, backwardEdits, end: otherReach[(diagonal + backwardEdits) / 2],
      insertsOnTie: false, in: box
    ).mirrored(in: box)
  }
}

/// Matches, and what ways they open from one corner of a box.
private struct Cones {
  private struct Cone {
    /// The fewest edits that get to the match, and the diagonal that it is on.
    var edits: Int
    var diagonal: Int
    /// How many matches a way through it has, it included.
    var matches: Int
  }

  private var cones: [Cone] = []
  /// How many matches a way has at most.
  private(set) var longest = 0

  /// Matches by the old row, and for each of its parts from the new row's end on.
  init(_ matches: [(old: Int, new: Int)]) {
    // For each number of matches the earliest place in the new row where a way has them.
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

  /// How far so many edits get on each diagonal, from the lowest on.
  func reach(_ edits: Int) -> [Int] {
    var reach = [Int](repeating: -1, count: edits + 1)
    // For each diagonal the next from it on that is not known yet.
    var next = Array(0...(edits + 1))
    func unknown(_ index: Int) -> Int {
      var root = index
      while next[root] != root { root = next[root] }
      var step = index
      while next[step] != root { (next[step], step) = (root, next[step]) }
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

  /// How far so many edits get on one diagonal.
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
