/// Numbers by which parts find those that they may stand for: two that may have the same number in
/// at least one of the lists.
struct MatchKeys {
  struct List {
    let old: [Int]
    let new: [Int]
    /// Whether two with the same number do stand for each other, which then need not be asked.
    var isExact = false
  }

  let lists: [List]

  /// Whether two parts stand for each other, as far as their numbers tell; nil if they may.
  @inline(__always)
  func match(_ old: Int, _ new: Int) -> Bool? {
    var found: Bool? = false
    for list in lists where list.old[old] == list.new[new] {
      if list.isExact { return true }
      found = nil
    }
    return found
  }
}

/// The parts of the new row that a part of the old row may match, from the last to the first.
struct Candidates {
  private let lists: [KeyedList]?
  private let range: Range<Int>

  init(_ keys: MatchKeys?, in range: Range<Int>) {
    self.range = range
    lists = keys?.lists.map { KeyedList($0.old, $0.new, in: range) }
  }

  func forEach(_ old: Int, _ body: (Int) -> Void) {
    guard let lists else {
      for new in range.reversed() { body(new) }
      return
    }
    if lists.count == 1 { return lists[0].forEach(old, body) }
    var all: [Int] = []
    for list in lists { list.forEach(old) { all.append($0) } }
    all.sort(by: >)
    var previous: Int?
    for new in all where new != previous {
      body(new)
      previous = new
    }
  }
}

/// The parts of the new row by their numbers: in chains of those whose numbers share a place.
private struct KeyedList {
  private let oldKeys: [Int]
  private let newKeys: [Int]
  /// The last part of each chain; -1 for none.
  private var last: [Int]
  /// The part before each in its chain; -1 for none.
  private var before: [Int]
  private let start: Int

  init(_ oldKeys: [Int], _ newKeys: [Int], in range: Range<Int>) {
    self.oldKeys = oldKeys
    self.newKeys = newKeys
    start = range.lowerBound
    before = [Int](repeating: -1, count: range.count)
    var size = 16
    while size < range.count * 2 { size *= 2 }
    last = [Int](repeating: -1, count: size)
    for new in range {
      let place = place(of: newKeys[new])
      before[new - start] = last[place]
      last[place] = new
    }
  }

  @inline(__always)
  private func place(of key: Int) -> Int {
    // Numbers that are no hashes but one behind the other end up far from each other, too.
    let mixed = UInt(bitPattern: key) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: mixed >> 32) & (last.count - 1)
  }

  @inline(__always)
  func forEach(_ old: Int, _ body: (Int) -> Void) {
    let key = oldKeys[old]
    var next = last[place(of: key)]
    while next >= 0 {
      if newKeys[next] == key { body(next) }
      next = before[next - start]
    }
  }
}
