import MachoScripting

/// Divides scripts among shards. Every shard computes the same plan from the same scripts.
struct ShardPlan {
  let count: Int
  /// The shard of each script with a known duration, from 0.
  private let balanced: [String: Int]

  /// Balances the scripts whose durations are known. The other scripts have a shard that depends
  /// only on their name, so that adding or removing one moves no other.
  init(_ scripts: [String], count: Int, microseconds: [String: Int] = [:]) {
    self.count = count
    let known = Set(scripts).compactMap { name in
      // A script that takes no time still takes a turn.
      microseconds[name].map { Item(name: name, cost: max($0, 1)) }
    }
    var balanced: [String: Int] = [:]
    for (shard, items) in Self.balance(known, count).enumerated() {
      for item in items { balanced[item.name] = shard }
    }
    self.balanced = balanced
  }

  /// The shard of a script, from 0.
  func shard(of name: String) -> Int {
    balanced[name] ?? Int(FNV1aHasher(name).value % UInt64(count))
  }

  private struct Item {
    var name: String
    var cost: Int
  }

  private struct Bin {
    var items: [Item] = []
    var cost = 0

    mutating func add(_ item: Item) {
      items.append(item)
      cost += item.cost
    }

    mutating func remove(at index: Int) -> Item {
      let item = items.remove(at: index)
      cost -= item.cost
      return item
    }
  }

  /// Gives each item, longest first, to the bin with the lowest cost. Then moves and swaps items of
  /// the costliest bin as long as that reduces its cost.
  private static func balance(_ items: [Item], _ count: Int) -> [[Item]] {
    var bins = Array(repeating: Bin(), count: count)
    for item in items.sorted(by: { ($1.cost, $0.name) < ($0.cost, $1.name) }) {
      bins[bins.indices.min { (bins[$0].cost, $0) < (bins[$1].cost, $1) } ?? 0].add(item)
    }
    let total = items.reduce(0) { $0 + $1.cost }
    let bound = max(items.map(\.cost).max() ?? 0, (total + count - 1) / count)
    while let costliest = bins.indices.max(by: { (bins[$0].cost, $1) < (bins[$1].cost, $0) }),
      // A better plan than one within 1 % would save nothing that can be measured.
      bins[costliest].cost > bound + bound / 100,
      let exchange = bestExchange(of: costliest, in: bins)
    {
      let given = bins[costliest].remove(at: exchange.given)
      if let taken = exchange.taken {
        let item = bins[exchange.other].remove(at: taken)
        bins[costliest].add(item)
      }
      bins[exchange.other].add(given)
    }
    return bins.map(\.items)
  }

  private struct Exchange {
    var other: Int
    var given: Int
    /// `nil` moves an item without one in return.
    var taken: Int?
  }

  /// Returns the exchange after which the costlier of the two bins costs least. `nil` if none
  /// reduces the cost.
  private static func bestExchange(of costliest: Int, in bins: [Bin]) -> Exchange? {
    var best: (cost: Int, exchange: Exchange)?
    for other in bins.indices where other != costliest {
      let gap = bins[costliest].cost - bins[other].cost
      for (given, item) in bins[costliest].items.enumerated() {
        for taken in [nil] + bins[other].items.indices.map(Optional.some) {
          let difference = item.cost - (taken.map { bins[other].items[$0].cost } ?? 0)
          guard difference > 0, difference < gap else { continue }
          let cost = max(bins[costliest].cost - difference, bins[other].cost + difference)
          guard best.map({ cost < $0.cost }) ?? true else { continue }
          best = (cost, Exchange(other: other, given: given, taken: taken))
        }
      }
    }
    return best?.exchange
  }
}
