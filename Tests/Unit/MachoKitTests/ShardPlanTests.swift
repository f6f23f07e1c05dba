import MachoSessions
import Testing

@testable import MachoKit

@Suite struct `A plan of shards` {
  private static let names = (1...200).map { "scripts/s\($0).macho" }

  @Test(arguments: [1, 2, 7, 50])
  func `gives each script to exactly one shard`(count: Int) throws {
    // Half of the scripts have known durations.
    let known = Dictionary(
      uniqueKeysWithValues: Self.names.prefix(100).enumerated().map { ($1, 1000 + $0 * $0) })
    for durations in [[:], known] {
      let shards = try (1...count).map {
        let shard = try #require(Shard(index: $0, count: count))
        return ShardSelection(shard: shard, microseconds: durations).scripts(
          of: Self.names.map { SelectedScript(path: $0) }
        ).map(\.path)
      }
      #expect(shards.flatMap(\.self).sorted() == Self.names.sorted())
    }
  }

  @Test func `does not depend on the order of the scripts or of the durations`() {
    let durations = Dictionary(
      uniqueKeysWithValues: Self.names.enumerated().map { ($1, $0 % 7 * 1000) })
    let plan = ShardPlan(Self.names, count: 7, microseconds: durations)
    let other = ShardPlan(Self.names.reversed(), count: 7, microseconds: durations)
    #expect(Self.names.map(plan.shard) == Self.names.map(other.shard))
  }

  @Test func `keeps a script without a duration in the shard that its name determines`() {
    let plain = ShardPlan(Self.names, count: 5)
    let plan = ShardPlan(Self.names, count: 5, microseconds: [Self.names[0]: 5_000_000])
    let others = Self.names.dropFirst()
    #expect(others.map(plan.shard) == others.map(plain.shard))
  }

  @Test func `is within 10 % of the best possible one for the durations`() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<300 {
      let count = Int.random(in: 2...5, using: &generator)
      let durations = (0..<Int.random(in: 1...10, using: &generator)).map { _ in
        Int.random(in: 1...(Bool.random(using: &generator) ? 10 : 1000), using: &generator) * 100
      }
      let costs = Self.costs(durations, count)
      let best = Self.bestCost(durations, count)
      #expect(costs.max() ?? 0 <= best + best / 10, "\(durations) in \(count)")
    }
    // The best possible cost of many scripts is close to the mean.
    for count in 2...50 {
      let durations = (0..<1000).map { _ in Int.random(in: 1000...500_000, using: &generator) }
      let bound = max(durations.reduce(0, +) / count, durations.max() ?? 0)
      #expect(Self.costs(durations, count).max() ?? 0 <= bound + bound / 10)
    }
  }

  /// The cost of each shard.
  private static func costs(_ durations: [Int], _ count: Int) -> [Int] {
    let names = durations.indices.map { "s\($0)" }
    let plan = ShardPlan(
      names, count: count,
      microseconds: Dictionary(uniqueKeysWithValues: zip(names, durations)))
    return zip(names, durations).reduce(into: Array(repeating: 0, count: count)) {
      $0[plan.shard(of: $1.0)] += $1.1
    }
  }

  /// The lowest possible cost of the costliest shard, by exhaustive search.
  private static func bestCost(_ durations: [Int], _ count: Int) -> Int {
    var best = durations.reduce(0, +)
    var costs = Array(repeating: 0, count: count)
    func place(_ rest: ArraySlice<Int>) {
      guard let first = rest.first else {
        best = min(best, costs.max() ?? 0)
        return
      }
      var tried: Set<Int> = []
      for index in costs.indices where tried.insert(costs[index]).inserted {
        guard costs[index] + first < best else { continue }
        costs[index] += first
        place(rest.dropFirst())
        costs[index] -= first
      }
    }
    place(durations.sorted(by: >)[...])
    return best
  }
}

@Suite struct `The name of a script in a shard` {
  @Test(arguments: ["a/b.macho", "./a/b.macho", "a//b.macho", "a/c/../b.macho"])
  func `does not depend on how its path is written`(path: String) {
    #expect(ShardSelection.name(of: path) == "a/b.macho")
  }

  @Test func `keeps a path outside of the working directory`() {
    #expect(ShardSelection.name(of: "../a.macho") == "../a.macho")
    #expect(ShardSelection.name(of: "/no/such/a.macho") == "/no/such/a.macho")
  }
}
