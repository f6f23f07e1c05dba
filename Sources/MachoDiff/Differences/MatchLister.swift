/// Lists the matches in a box: by the old row, and for each of its parts from the new row's end on.
/// Each list is nil if there are more than so many.
struct MatchLister {
  typealias Match = Alignment.Match

  private let box: Alignment.Box
  private let limit: Int

  init(of box: Alignment.Box, limit: Int) {
    self.box = box
    self.limit = limit
  }

  /// Asks for each pair.
  func listByPairs(_ areEquivalent: (Int, Int) -> Bool) -> [Match]? {
    var matches: [Match] = []
    for old in box.old {
      for new in box.new.reversed() where areEquivalent(old, new) {
        matches.append(Match(old: old, new: new))
      }
      if matches.count > limit { return nil }
    }
    return matches
  }

  /// Asks for the last part of a range that one of the old row may stand for.
  func listByLastMatch(_ lastMatch: (Int, Range<Int>) -> Int?) -> [Match]? {
    var matches: [Match] = []
    for old in box.old {
      var rest = box.new
      while let new = lastMatch(old, rest) {
        matches.append(Match(old: old, new: new))
        rest = rest.lowerBound..<new
      }
      if matches.count > limit { return nil }
    }
    return matches
  }

  /// Asks for those with the same number in one list.
  func listByKeys(_ keys: MatchKeys, _ areEquivalent: (Int, Int) -> Bool) -> [Match]? {
    if keys.lists.count == 1 {
      return HashChains(keys.lists[0], in: box.new).matches(of: box.old, limit, areEquivalent)
    }
    let lists = keys.lists.map { HashChains($0, in: box.new) }
    var matches: [Match] = []
    for old in box.old {
      var candidates: [Int] = []
      for list in lists { list.forEach(old) { candidates.append($0) } }
      candidates.sort(by: >)
      var previous: Int?
      for new in candidates where new != previous {
        previous = new
        if keys.match(old, new) ?? areEquivalent(old, new) {
          matches.append(Match(old: old, new: new))
        }
      }
      if matches.count > limit { return nil }
    }
    return matches
  }
}

/// The parts of the new row by their numbers: in chains of those whose numbers share a place.
private struct HashChains {
  private let keys: MatchKeys.List
  /// The last part of each chain; -1 for none.
  private var last: [Int]
  /// The part before each in its chain; -1 for none.
  private var before: [Int]
  private let start: Int

  init(_ keys: MatchKeys.List, in range: Range<Int>) {
    self.keys = keys
    start = range.lowerBound
    before = [Int](repeating: -1, count: range.count)
    var size = 16
    while size < range.count * 2 { size *= 2 }
    last = [Int](repeating: -1, count: size)
    for new in range {
      let place = bucket(of: keys.new[new])
      before[new - start] = last[place]
      last[place] = new
    }
  }

  @inline(__always)
  private func bucket(of key: Int) -> Int {
    // Numbers that are no hashes but one behind the other end up far from each other, too.
    let mixed = UInt(bitPattern: key) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed >> 32) & (last.count - 1)
  }

  @inline(__always)
  func forEach(_ old: Int, _ body: (Int) -> Void) {
    let key = keys.old[old]
    var next = last[bucket(of: key)]
    while next >= 0 {
      if keys.new[next] == key { body(next) }
      next = before[next - start]
    }
  }

  /// The matches, if this is the only list.
  func matches(
    of range: Range<Int>, _ limit: Int, _ areEquivalent: (Int, Int) -> Bool
  ) -> [Alignment.Match]? {
    var matches: [Alignment.Match] = []
    let isExact = keys.isExact
    for old in range {
      forEach(old) { new in
        if isExact || areEquivalent(old, new) {
          matches.append(Alignment.Match(old: old, new: new))
        }
      }
      if matches.count > limit { return nil }
    }
    return matches
  }
}
