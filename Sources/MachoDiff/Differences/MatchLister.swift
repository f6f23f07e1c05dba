/// Lists the matches in a box by old index, and by descending new index for each. Each method
/// returns `nil` if there are more than `limit`.
struct MatchLister {
  typealias Match = Alignment.Match

  private let box: Alignment.Box
  private let limit: Int

  init(of box: Alignment.Box, limit: Int) {
    self.box = box
    self.limit = limit
  }

  /// Compares each pair.
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

  /// Queries the last match in a range repeatedly.
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

  /// Compares only pairs with equal keys in at least one list.
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

/// A hash table of the new elements by key, with a chain per bucket.
private struct HashChains {
  private let keys: MatchKeys.List
  /// The last element of each chain; -1 if the chain is empty.
  private var last: [Int]
  /// The previous element in the chain of each element; -1 if there is none.
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
      let bucket = bucket(of: keys.new[new])
      before[new - start] = last[bucket]
      last[bucket] = new
    }
  }

  @inline(__always)
  private func bucket(of key: Int) -> Int {
    // Multiplicative hashing also spreads consecutive keys, such as integer identities.
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

  /// Returns the matches. Only valid if this is the only list.
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
