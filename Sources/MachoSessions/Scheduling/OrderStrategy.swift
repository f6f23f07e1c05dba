/// Which orders of ready jobs an exploration tries, after that of a first-in, first-out queue.
package enum OrderStrategy: Codable, Hashable, Sendable {
  /// No others.
  case fifo
  /// Random orders.
  case random
  /// Orders of probabilistic concurrency testing, see `ScheduleStrategy.pct`.
  case pct(depth: Int)
  /// All orders with at most `bound` preemptions.
  case depthFirst(bound: Int)
  /// Another strategy for each run.
  case portfolio

  /// The texts that `init` parses.
  package static let usage = "fifo|random|pct:D|dfs:N|portfolio"

  /// Parses `fifo`, `random`, `pct:D`, `dfs:N` or `portfolio`. Returns `nil` on error.
  package init?(_ text: String) {
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    let number = words.count == 2 ? Int(words[1]) : nil
    switch (words[0], words.count, number) {
    case ("fifo", 1, _): self = .fifo
    case ("random", 1, _): self = .random
    case ("portfolio", 1, _): self = .portfolio
    case ("pct", 2, let depth?) where (1...100).contains(depth): self = .pct(depth: depth)
    case ("dfs", 2, let bound?) where (0...100).contains(bound): self = .depthFirst(bound: bound)
    default: return nil
    }
  }

  /// The text that `init` parses.
  package var text: String {
    switch self {
    case .fifo: "fifo"
    case .random: "random"
    case .pct(let depth): "pct:\(depth)"
    case .depthFirst(let bound): "dfs:\(bound)"
    case .portfolio: "portfolio"
    }
  }

  /// The strategy of a run.
  package func strategy(ofRun number: Int) -> OrderStrategy {
    guard self == .portfolio else { return self }
    let strategies: [OrderStrategy] = [
      .random, .pct(depth: 2), .depthFirst(bound: 1), .pct(depth: 3),
    ]
    return strategies[number % strategies.count]
  }

  /// The maximum number of other orders of one run.
  package var orderLimit: Int {
    switch self {
    case .depthFirst: 200
    case .fifo, .random, .pct, .portfolio: 3
    }
  }

  /// The orders that are counted for a failure. Default: those of the strategy.
  package func plan(count: Int) -> SchedulePlan {
    switch self {
    case .random: SchedulePlan(.random, count: count)
    case .pct(let depth): SchedulePlan(.pct(depth: depth), count: count)
    case .depthFirst(let bound): SchedulePlan(.depthFirst(bound: bound), count: count)
    case .fifo, .portfolio: SchedulePlan(.depthFirst(bound: 2), count: count)
    }
  }
}
