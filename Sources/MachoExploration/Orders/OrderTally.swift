import MachoSessions

/// How many orders of ready jobs were tried.
package struct OrderTally: Codable, Hashable, Sendable {
  /// The number of runs that had a choice of jobs.
  package var runs = 0
  /// The number of those of which all orders with the allowed preemptions were tried.
  package var exhaustedRuns = 0
  /// The number of orders, without those of a first-in, first-out queue.
  package var orders = 0
  /// The largest number of effects with ready jobs in a run.
  package var effects = 0
  /// The largest number of choice points of a run.
  package var points = 0

  /// Creates an empty tally.
  package init() {}

  mutating func add(_ fifo: Schedule, _ tried: RunOrders) {
    guard !fifo.indices.isEmpty else { return }
    runs += 1
    orders += tried.count
    if tried.isExhausted { exhaustedRuns += 1 }
    effects = max(effects, fifo.effectCount)
    points = max(points, fifo.indices.count)
  }

  /// Adds another tally.
  package mutating func merge(_ other: OrderTally) {
    runs += other.runs
    exhaustedRuns += other.exhaustedRuns
    orders += other.orders
    effects = max(effects, other.effects)
    points = max(points, other.points)
  }

  /// Returns what the orders of a strategy covered, as a line: `tried 40 orders of 20 runs`.
  package func text(for strategy: OrderStrategy) -> String {
    let tried =
      "tried \(orders) other \(orders == 1 ? "order" : "orders") of the jobs in "
      + "\(runs) \(runs == 1 ? "run" : "runs")"
    switch strategy {
    case .fifo, .random, .portfolio: return tried
    case .pct(let depth):
      let bound = ScheduleStrategy.pctBound(effects: effects, points: points, depth: depth)
      return tried
        + "; an order finds a bug of depth \(depth) with probability at least "
        + "1/\(Int(min(1 / bound, 1e15).rounded())) (\(effects) effects, \(points) choices)"
    case .depthFirst(let bound):
      return tried + ", in \(exhaustedRuns) all with at most \(bound) "
        + (bound == 1 ? "preemption" : "preemptions")
    }
  }
}
