import Testing

@testable import MachoDiff

/// Sequences are aligned as by the standard library's `difference(from:by:)`.
@Suite struct AlignmentTests {
  private func expected(_ old: [Int], _ new: [Int], _ match: (Int, Int) -> Bool) -> [MatchRun] {
    let difference = Array(new.indices).difference(from: Array(old.indices)) { match($0, $1) }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var runs = MatchRuns()
    for (old, new) in zip(
      old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) })
    {
      runs.append(MatchRun(old: old, new: new, count: 1))
    }
    return runs.runs
  }

  private func check(
    _ old: [Int], _ new: [Int], hasKeys: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let alignment = Alignment(
      oldCount: old.count, newCount: new.count, areEquivalent: { old[$0] == new[$1] },
      keys: { hasKeys ? MatchKeys(lists: [.init(old: old, new: new)]) : nil })
    #expect(
      alignment.runs(from: 0) == expected(old, new) { old[$0] == new[$1] }, "\(old) \(new)",
      sourceLocation: sourceLocation)
  }

  @Test("short sequences of few distinct elements are aligned step by step")
  func small() {
    var numbers = SeededNumbers(seed: 1)
    for _ in 0..<3000 {
      let kinds = 1 + numbers.below(8)
      check(
        (0..<numbers.below(10)).map { _ in numbers.below(kinds) },
        (0..<numbers.below(10)).map { _ in numbers.below(kinds) })
    }
  }

  @Test("long reordered sequences are aligned from a list of matches")
  func shuffled() {
    var numbers = SeededNumbers(seed: 2)
    for count in [40, 60, 90, 130, 200] {
      let row = Array(0..<count)
      check(row, row.reversed())
      for _ in 0..<6 {
        check(row, row.shuffled(using: &numbers))
        check(row, Array(row.shuffled(using: &numbers).prefix(count / 2)) + [-1, -2])
        check(
          row.map { $0 % 37 }, row.shuffled(using: &numbers).map { $0 % 37 },
          hasKeys: numbers.chance(2))
        check(row.map { $0 % 3 }, row.shuffled(using: &numbers).map { $0 % 3 })
      }
    }
  }

  @Test("the split from a list of matches equals the split found step by step")
  func splits() {
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<1500 {
      let kinds = 2 + numbers.below(20)
      let old = (0..<(1 + numbers.below(14))).map { _ in numbers.below(kinds) }
      let new = (0..<(1 + numbers.below(14))).map { _ in numbers.below(kinds) }
      guard old.first != new.first, old.last != new.last else { continue }
      let box = Alignment.Box(old: 0..<old.count, new: 0..<new.count)
      var matches: [Alignment.Match] = []
      for (index, part) in old.enumerated() {
        for other in new.indices.reversed() where new[other] == part {
          matches.append(Alignment.Match(old: index, new: other))
        }
      }
      guard !matches.isEmpty else { continue }
      var steps = MiddleSearch(box, nil) { old[$0] == new[$1] }
      var expected: AlignmentSearch.Split?
      while expected == nil { expected = steps.next() }
      let split = SparseSplit(box, matches).split
      #expect("\(split)" == expected.map { "\($0)" }, "\(old) \(new)")
    }
  }
}
