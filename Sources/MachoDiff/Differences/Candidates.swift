/// The parts of the new row that a part of the old row may match, from the last to the first.
struct Candidates {
  private let lists: [KeyedList]?
  private let range: Range<Int>

  init(_ keys: [(old: [Int], new: [Int])]?, in range: Range<Int>) {
    self.range = range
    lists = keys.map { $0.map { KeyedList($0.old, $0.new, in: range) } }
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

/// The parts of the new row by their numbers.
private struct KeyedList {
  private let oldKeys: [Int]
  private var last: [Int: Int] = [:]
  /// The part before each that has the same number; -1 for none.
  private var before: [Int]
  private let start: Int

  init(_ oldKeys: [Int], _ newKeys: [Int], in range: Range<Int>) {
    self.oldKeys = oldKeys
    start = range.lowerBound
    before = [Int](repeating: -1, count: range.count)
    last.reserveCapacity(range.count)
    for new in range {
      if let earlier = last.updateValue(new, forKey: newKeys[new]) {
        before[new - start] = earlier
      }
    }
  }

  func forEach(_ old: Int, _ body: (Int) -> Void) {
    var next = last[oldKeys[old]] ?? -1
    while next >= 0 {
      body(next)
      next = before[next - start]
    }
  }
}
