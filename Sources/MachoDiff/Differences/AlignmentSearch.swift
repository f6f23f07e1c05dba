/// A divide-and-conquer search that splits a box at the middle of a shortest edit path (E. Myers,
/// "An O(ND) difference algorithm and its variations", 1986, section 4b).
struct AlignmentSearch {
  typealias Box = Alignment.Box
  typealias Match = Alignment.Match

  private let alignment: Alignment
  private var foundRuns: [MatchRun]
  /// The hash keys, requested on first need. The inner value is `nil` if the elements have none.
  private var cachedKeys: MatchKeys??

  init(_ alignment: Alignment, _ start: MatchRun) {
    self.alignment = alignment
    foundRuns = [start]
  }

  var sortedRuns: [MatchRun] {
    var runs = MatchRuns()
    for run in foundRuns.sorted(by: { $0.old < $1.old }) { runs.append(run) }
    return runs.runs
  }

  /// Aligns the elements in the box. `matches` are all matching pairs, if they have been listed.
  mutating func align(_ whole: Box, _ matches: [Match]?) {
    let box = trim(whole)
    let inside = matches.map { $0.filter(box.contains) }
    if box.isEmpty || inside?.isEmpty == true { return }
    let (split, listed) = split(box, inside)
    guard let split else { return }
    foundRuns.append(split.run)
    align(
      Box(old: box.old.lowerBound..<split.end.old, new: box.new.lowerBound..<split.end.new), listed)
    align(
      Box(old: split.start.old..<box.old.upperBound, new: split.start.new..<box.new.upperBound),
      listed)
  }

  /// Removes the common prefix and suffix and records them as runs.
  private mutating func trim(_ box: Box) -> Box {
    var (old, new) = (box.old, box.new)
    while !old.isEmpty, !new.isEmpty, alignment.areEquivalent(old.lowerBound, new.lowerBound) {
      old = (old.lowerBound + 1)..<old.upperBound
      new = (new.lowerBound + 1)..<new.upperBound
    }
    foundRuns.append(
      MatchRun(
        old: box.old.lowerBound, new: box.new.lowerBound,
        count: old.lowerBound - box.old.lowerBound))
    while !old.isEmpty, !new.isEmpty,
      alignment.areEquivalent(old.upperBound - 1, new.upperBound - 1)
    {
      old = old.lowerBound..<(old.upperBound - 1)
      new = new.lowerBound..<(new.upperBound - 1)
    }
    foundRuns.append(
      MatchRun(
        old: old.upperBound, new: new.upperBound, count: box.old.upperBound - old.upperBound))
    return Box(old: old, new: new)
  }

  /// The middle of an edit path through a box.
  struct Split {
    /// The end of the first half.
    var end: Match
    /// The matches between the halves; an edit precedes or follows them.
    var run: MatchRun
    /// The start of the second half.
    var start: Match
  }

  private mutating func keys() -> MatchKeys? {
    if let cachedKeys { return cachedKeys }
    let keys = alignment.keys()
    cachedKeys = .some(keys)
    return keys
  }

  /// Returns the split and, if they had to be listed, the matches. The split is `nil` if nothing
  /// matches.
  private mutating func split(_ box: Box, _ matches: [Match]?) -> (Split?, [Match]?) {
    // PERFORMANCE: each round is one step longer, from both ends. `cost` is the number of steps
    // that costs about as much as listing the matches, or as scanning the list if it exists.
    let area = box.old.count * box.new.count
    let keys = matches == nil && area > 1024 ? keys() : cachedKeys ?? nil
    var steps = MiddleSearch(box, keys, alignment.areEquivalent)
    let around = box.old.count + box.new.count
    let cost = matches.map { $0.count * 8 + 256 } ?? (keys == nil ? area / 8 : around)
    while steps.rounds * steps.rounds <= cost {
      if let split = steps.next() { return (split, matches) }
    }
    let listed = matches ?? listMatches(box, keys, limit: keys == nil ? area : around * 64)
    guard let listed else {
      // Too many matches to list: few distinct elements, so the edit path is short.
      while true { if let split = steps.next() { return (split, nil) } }
    }
    if listed.isEmpty { return (nil, listed) }
    return (SparseSplit(box, listed).split, listed)
  }

  /// Lists all matches in the box by old index, and by descending new index for each. Returns `nil`
  /// if there are more than `limit`.
  private func listMatches(_ box: Box, _ keys: MatchKeys?, limit: Int) -> [Match]? {
    let matches = MatchLister(of: box, limit: limit)
    if let keys { return matches.listByKeys(keys, alignment.areEquivalent) }
    if let lastMatch = alignment.lastMatch { return matches.listByLastMatch(lastMatch) }
    return matches.listByPairs(alignment.areEquivalent)
  }
}

/// A bidirectional search that extends edit paths from both corners of a box until they meet.
struct MiddleSearch {
  private let box: Alignment.Box
  private let keys: MatchKeys?
  private let compareElements: (Int, Int) -> Bool
  private let delta: Int
  private var forward = Reach(insertsOnTie: true)
  private var backward = Reach(insertsOnTie: false)
  private(set) var rounds = 0

  init(
    _ box: Alignment.Box, _ keys: MatchKeys?, _ areEquivalent: @escaping (Int, Int) -> Bool
  ) {
    self.box = box
    self.keys = keys
    compareElements = areEquivalent
    delta = box.old.count - box.new.count
  }

  @inline(__always)
  private func areEquivalent(_ old: Int, _ new: Int) -> Bool {
    // PERFORMANCE: most pairs differ in their keys, which is much cheaper to check.
    keys?.match(old, new) ?? compareElements(old, new)
  }

  /// Extends both sides by one edit. Returns the split if they meet.
  mutating func next() -> AlignmentSearch.Split? {
    defer { rounds += 1 }
    let (oldCount, newCount) = (box.old.count, box.new.count)
    let isOdd = delta % 2 != 0
    forward.advance()
    for index in (0..<forward.count).reversed() {
      let start = forward.start(index)
      var old = start
      let diagonal = forward.diagonal(index)
      while old < oldCount, old - diagonal < newCount,
        areEquivalent(box.old.lowerBound + old, box.new.lowerBound + old - diagonal)
      {
        old += 1
      }
      forward.set(index, old)
      guard isOdd, let other = backward.index(delta - diagonal),
        old + backward.reached(other) >= oldCount
      else { continue }
      return forward.split(index, start: start, end: old, in: box)
    }
    backward.advance()
    for index in 0..<backward.count {
      let start = backward.start(index)
      var old = start
      let diagonal = backward.diagonal(index)
      while old < oldCount, old - diagonal < newCount,
        areEquivalent(
          box.old.upperBound - 1 - old, box.new.upperBound - 1 - old + diagonal)
      {
        old += 1
      }
      backward.set(index, old)
      guard !isOdd, let other = forward.index(delta - diagonal),
        old + forward.reached(other) >= oldCount
      else { continue }
      return backward.split(index, start: start, end: old, in: box).mirrored(in: box)
    }
    return nil
  }
}

extension AlignmentSearch.Split {
  /// Returns the split with both axes reversed, for a split found from the end of a box.
  func mirrored(in box: Alignment.Box) -> AlignmentSearch.Split {
    func mirrored(_ match: Alignment.Match) -> Alignment.Match {
      Alignment.Match(
        old: box.old.upperBound - (match.old - box.old.lowerBound),
        new: box.new.upperBound - (match.new - box.new.lowerBound))
    }
    let start = mirrored(start)
    return AlignmentSearch.Split(
      end: start, run: MatchRun(old: start.old, new: start.new, count: run.count),
      start: mirrored(end))
  }
}

/// The furthest old index reached on each diagonal by a number of edits. A diagonal is old index
/// minus new index.
private struct Reach {
  /// Whether an insertion is preferred if insertion and removal reach equally far.
  let insertsOnTie: Bool
  private var previous: [Int] = []
  private var current: [Int] = []
  private var edits = -1

  init(insertsOnTie: Bool) { self.insertsOnTie = insertsOnTie }

  var count: Int { current.count }

  mutating func advance() {
    edits += 1
    swap(&previous, &current)
    current = [Int](repeating: 0, count: edits + 1)
  }

  func diagonal(_ index: Int) -> Int { 2 * index - edits }

  /// Returns the index of a diagonal, or `nil` if this number of edits cannot reach it.
  func index(_ diagonal: Int) -> Int? {
    abs(diagonal) <= edits && (diagonal + edits) % 2 == 0 ? (diagonal + edits) / 2 : nil
  }

  func reached(_ index: Int) -> Int { current[index] }
  mutating func set(_ index: Int, _ old: Int) { current[index] = old }

  private func isRemoval(_ index: Int) -> Bool {
    if index == edits { return true }
    if index == 0 { return false }
    let (removal, insertion) = (previous[index - 1] + 1, previous[index])
    return insertsOnTie ? removal > insertion : removal >= insertion
  }

  /// Returns the old index at which a diagonal is entered.
  func start(_ index: Int) -> Int {
    if edits == 0 { return 0 }
    return isRemoval(index) ? previous[index - 1] + 1 : previous[index]
  }

  func split(
    _ index: Int, start: Int, end: Int, in box: Alignment.Box
  ) -> AlignmentSearch.Split {
    let diagonal = diagonal(index)
    let before = isRemoval(index) ? (start - 1, start - diagonal) : (start, start - diagonal - 1)
    let (old, new) = (box.old.lowerBound, box.new.lowerBound)
    return AlignmentSearch.Split(
      end: Alignment.Match(old: old + before.0, new: new + before.1),
      run: MatchRun(old: old + start, new: new + start - diagonal, count: end - start),
      start: Alignment.Match(old: old + end, new: new + end - diagonal))
  }
}
