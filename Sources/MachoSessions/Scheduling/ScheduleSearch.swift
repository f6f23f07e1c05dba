/// Runs something under many schedules and finds an order in which it fails.
///
/// Each run must start from the same point and be deterministic, except for the schedule.
///
/// ```swift
/// let search = ScheduleSearch(SchedulePlan(.depthFirst(bound: 2), count: 10_000)) { schedule in
///   session.schedule = schedule
///   return session.run("send load").failure
/// }
/// print(search.summary.text)  // passes in 4 of the 5 orders with at most 2 preemptions
/// ```
package struct ScheduleSearch<Failure> {
  /// An order in which the run fails.
  package struct FailingOrder {
    /// The failure.
    package var failure: Failure
    /// The fewest choices that lead to it, counted from 1.
    package var indices: [Int]
    /// The choice points of that run.
    package var points: [ChoicePoint]
    /// Why the order cannot be repeated. `nil` if it can.
    package var divergence: ScheduleDivergence?
  }

  /// In how many orders the run passed.
  package private(set) var summary = ScheduleSummary()
  /// The choice points of the first order, that of a first-in, first-out queue.
  package private(set) var fifoPoints: [ChoicePoint] = []
  /// The first order in which the run failed, simplified.
  package private(set) var failingOrder: FailingOrder?

  private let run: (Schedule) -> Failure?
  private var orders: Set<[Int]> = []

  /// Runs `run` under the schedules of a plan. It returns the failure, or `nil` if it passed.
  ///
  /// - Parameter simplifies: Whether to simplify the first failing order. Default: `true`.
  package init(
    _ plan: SchedulePlan, simplifies: Bool = true, run: @escaping (Schedule) -> Failure?
  ) {
    self.run = run
    let first = runOrder(.fifo)
    fifoPoints = first.points
    guard !first.indices.isEmpty else {
      summary.isExhausted = true
      return
    }
    search(plan, after: first)
    if simplifies { simplify(first.readyCounts) }
  }

  private mutating func search(_ plan: SchedulePlan, after first: Schedule) {
    switch plan.kind {
    case .random:
      for seed in 1..<UInt64(plan.count) { runOrder(.random(seed: seed)) }
    case .pct(let depth):
      let effects = Set(first.points.flatMap { $0.jobs.map(\.effect) }).count
      let length = first.indices.count
      summary.pct = ScheduleSummary.PCT(
        depth: depth,
        bound: ScheduleStrategy.pctBound(effects: effects, points: length, depth: depth))
      for seed in 1..<UInt64(plan.count) {
        runOrder(.pct(depth: depth, seed: seed, length: length))
      }
    case .depthFirst(let bound):
      summary.preemptionBound = bound
      var orders = DepthFirstSchedules(bound: bound)
      var last = first
      while summary.total < plan.count,
        let indices = orders.next(after: last.indices, counts: last.readyCounts)
      {
        last = runOrder(.list(indices))
        // Orders form a tree only if their prefixes can be repeated.
        guard last.isFaithful else { return }
      }
      summary.isExhausted =
        orders.isExhausted || orders.next(after: last.indices, counts: last.readyCounts) == nil
    }
  }

  @discardableResult
  private mutating func runOrder(_ strategy: ScheduleStrategy) -> Schedule {
    let schedule = Schedule(strategy)
    let failure = run(schedule)
    summary.total += 1
    if orders.insert(schedule.significantIndices).inserted { summary.distinct += 1 }
    guard let failure else {
      summary.passed += 1
      return schedule
    }
    if failingOrder == nil {
      failingOrder = FailingOrder(
        failure: failure, indices: schedule.significantIndices, points: schedule.points)
    }
    return schedule
  }

  /// Moves the failing order towards first in, first out, and repeats it.
  private mutating func simplify(_ fifoCounts: [Int]) {
    guard var order = failingOrder, !order.indices.isEmpty else { return }
    guard let repeated = repeatOrder(order.indices) else {
      let schedule = Schedule(.list(order.indices))
      _ = run(schedule)
      order.divergence =
        ScheduleDivergence.between(order.points, schedule.points)
        ?? ScheduleDivergence(
          number: order.points.count, reason: "the same order passed when it was repeated")
      failingOrder = order
      return
    }
    order = repeated
    if order.indices.count(where: { $0 != 1 }) > 1, let simplest = singleChoice(fifoCounts) {
      failingOrder = simplest
      return
    }
    var tries = 0
    var position = order.indices.count - 1
    while position >= 0, tries < Self.maximumTries {
      if order.indices[position] != 1 {
        var simpler = order.indices
        simpler[position] = 1
        tries += 1
        if let repeated = repeatOrder(simpler) { order = repeated }
      }
      position = min(position, order.indices.count) - 1
    }
    failingOrder = order
  }

  /// Returns the first failing order with a single choice other than the oldest job.
  private func singleChoice(_ fifoCounts: [Int]) -> FailingOrder? {
    var tries = 0
    for (position, count) in fifoCounts.enumerated() {
      for index in 2...max(count, 2) {
        guard tries < Self.maximumTries else { return nil }
        tries += 1
        let choices = Array(repeating: 1, count: position) + [index]
        if let order = repeatOrder(choices) { return order }
      }
    }
    return nil
  }

  /// Returns the order of a list of choices if the run fails in it.
  private func repeatOrder(_ indices: [Int]) -> FailingOrder? {
    let schedule = Schedule(.list(indices))
    guard let failure = run(schedule), schedule.isFaithful else { return nil }
    return FailingOrder(
      failure: failure, indices: schedule.significantIndices, points: schedule.points)
  }

  private static var maximumTries: Int { 200 }
}
