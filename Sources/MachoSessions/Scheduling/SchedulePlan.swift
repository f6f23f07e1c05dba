/// Which orders to try, and how many at most.
package struct SchedulePlan: Codable, Hashable, Sendable {
  /// The strategy that chooses the orders.
  package enum Kind: Codable, Hashable, Sendable {
    case random
    case pct(depth: Int)
    case depthFirst(bound: Int)
  }

  /// The strategy.
  package var kind: Kind
  /// The largest number of orders, including that of a first-in, first-out queue.
  package var count: Int

  /// Creates a plan.
  package init(_ kind: Kind, count: Int) {
    self.kind = kind
    self.count = count
  }

  /// Parses `N`, `random:N`, `pct:DEPTH`, `pct:DEPTH:N`, `dfs:BOUND` or `dfs:BOUND:N`.
  package init?(_ text: String) {
    let words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let numbers = words.compactMap { Int($0) }
    guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    switch (words[0], words.count, numbers.count) {
    case (_, 1, 1): self.init(.random, count: numbers[0])
    case ("random", 2, 1): self.init(.random, count: numbers[0])
    case ("pct", 2, 1): self.init(.pct(depth: numbers[0]), count: 1_000)
    case ("pct", 3, 2): self.init(.pct(depth: numbers[0]), count: numbers[1])
    case ("dfs", 2, 1): self.init(.depthFirst(bound: numbers[0]), count: 10_000)
    case ("dfs", 3, 2): self.init(.depthFirst(bound: numbers[0]), count: numbers[1])
    default: return nil
    }
    guard count > 0, count <= 1_000_000 else { return nil }
    if case .pct(let depth) = kind, !(1...100).contains(depth) { return nil }
  }

  /// The text that `init` parses.
  package var text: String {
    switch kind {
    case .random: "random:\(count)"
    case .pct(let depth): "pct:\(depth):\(count)"
    case .depthFirst(let bound): "dfs:\(bound):\(count)"
    }
  }
}

/// In how many orders a run passed.
package struct ScheduleSummary: Codable, Hashable, Sendable {
  /// The number of orders in which it passed.
  package var passed = 0
  /// The number of orders that were tried.
  package var total = 0
  /// The number of different orders among them.
  package var distinct = 0
  /// Whether no other order exists, apart from those with more preemptions.
  package var isExhausted = false
  /// The largest number of preemptions. `nil` if it is not limited.
  package var preemptionBound: Int?
  /// The depth and the bound of PCT. `nil` for other strategies.
  package var pct: PCT?

  /// The smallest probability with which one order of PCT finds a bug of a depth.
  package struct PCT: Codable, Hashable, Sendable {
    package var depth: Int
    package var bound: Double
  }

  /// The summary as a phrase: `passes in 4,812 of 5,000 orders`.
  package var text: String {
    let limit = preemptionBound.map {
      " with at most \($0) \($0 == 1 ? "preemption" : "preemptions")"
    }
    let orders = "\(Self.grouped(total)) \(total == 1 ? "order" : "orders")"
    if isExhausted {
      if total == 1 { return "passes in its only order\(limit ?? "")" }
      let all = passed == total ? "all" : "\(Self.grouped(passed)) of the"
      return "passes in \(all) \(orders)\(limit ?? "")"
    }
    let different = distinct < total ? ", \(Self.grouped(distinct)) of them different" : ""
    let text = "passes in \(Self.grouped(passed)) of \(orders)\(different)"
    guard let pct else { return text }
    return text
      + "; an order finds a bug of depth \(pct.depth) with probability \(Self.inverse(pct.bound))"
  }

  /// Returns a number with commas between thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = String(number)
    return digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
    }.joined()
  }

  /// Returns `at least 1/100`.
  private static func inverse(_ bound: Double) -> String {
    "at least 1/\(grouped(Int(min(1 / bound, 1e15).rounded())))"
  }
}
