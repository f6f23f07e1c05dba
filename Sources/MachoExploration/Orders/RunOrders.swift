import MachoSessions

/// The orders of the jobs of one run that are tried after that of a first-in, first-out queue.
struct RunOrders {
  private let strategy: OrderStrategy
  private var generator: SplitMix64
  /// The number of choice points of the first order.
  private let pointCount: Int
  private var depthFirst: DepthFirstSchedules?
  /// The number of orders so far.
  private(set) var count = 0

  /// The maximum number of orders.
  private let limit: Int

  /// - Parameters:
  ///   - limit: The maximum number of orders.
  ///   - fifo: The schedule of the first order.
  ///   - generator: The source of the seeds.
  init(_ strategy: OrderStrategy, limit: Int, after fifo: Schedule, _ generator: SplitMix64) {
    self.strategy = strategy
    self.limit = limit
    self.generator = generator
    pointCount = fifo.indices.count
    if case .depthFirst(let bound) = strategy { depthFirst = DepthFirstSchedules(bound: bound) }
  }

  /// Whether no other order with the allowed preemptions exists.
  var isExhausted: Bool { depthFirst?.isExhausted ?? false }

  /// Returns the next order, or `nil` at the end. `last` is the schedule of the order before it.
  mutating func next(after last: Schedule) -> ScheduleStrategy? {
    guard pointCount > 0, count < limit else { return nil }
    let order: ScheduleStrategy?
    switch strategy {
    case .fifo, .portfolio: order = nil
    case .random: order = .random(seed: generator.next())
    case .pct(let depth):
      order = .pct(depth: depth, seed: generator.next(), length: pointCount)
    case .depthFirst:
      // Orders form a tree only if their prefixes can be repeated.
      guard last.isFaithful else { return nil }
      order = depthFirst?.next(after: last.indices, counts: last.readyCounts).map { .list($0) }
    }
    if order != nil { count += 1 }
    return order
  }
}
