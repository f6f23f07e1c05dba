/// A rule that chooses at each choice point which ready job runs next.
package enum ScheduleStrategy: Codable, Hashable, Sendable {
  /// The oldest job.
  case fifo
  /// The jobs at these indices, counted from 1, then the oldest ones.
  case list([Int])
  /// Each ready job with equal probability.
  case random(seed: UInt64)
  /// The job of the effect with the highest priority (probabilistic concurrency testing).
  ///
  /// Priorities are random. At `depth - 1` random choice points, among the first `length`, the
  /// effect that would run gets the lowest priority.
  case pct(depth: Int, seed: UInt64, length: Int)

  /// The smallest probability with which one PCT schedule finds a bug of this depth: 1/(n·k^(d-1)).
  ///
  /// - Parameters:
  ///   - effects: The number of effects, n.
  ///   - points: The number of choice points, k.
  ///   - depth: The number of ordering constraints that the bug needs, d.
  package static func pctBound(effects: Int, points: Int, depth: Int) -> Double {
    var bound = 1 / Double(max(effects, 1))
    for _ in 1..<max(depth, 1) { bound /= Double(max(points, 1)) }
    return bound
  }
}

/// The choices of a strategy, in order.
struct ScheduleChoices {
  private let strategy: ScheduleStrategy
  private var random: SplitMix64
  /// The number of choices so far.
  private(set) var count = 0
  /// PCT: the priorities by effect. Higher ones run first.
  private var priorities: [Int?: UInt64] = [:]
  /// PCT: the choice points at which a priority drops.
  private var changePoints: Set<Int> = []
  private var lowestPriority = UInt64(1) << 32

  init(_ strategy: ScheduleStrategy) {
    self.strategy = strategy
    switch strategy {
    case .fifo, .list: random = SplitMix64(seed: 0)
    case .random(let seed): random = SplitMix64(seed: seed)
    case .pct(let depth, let seed, let length):
      random = SplitMix64(seed: seed)
      for _ in 1..<max(depth, 1) {
        changePoints.insert(Int.random(in: 0..<max(length, 1), using: &random))
      }
    }
  }

  /// The listed choices that are left.
  var remainingList: ArraySlice<Int> {
    guard case .list(let indices) = strategy else { return [] }
    return indices.dropFirst(count)
  }

  /// Returns the index of the next choice, which is out of range if a listed one is.
  mutating func next(effects: [Int?]) -> Int {
    defer { count += 1 }
    switch strategy {
    case .fifo: return 0
    case .list(let indices): return count < indices.count ? indices[count] - 1 : 0
    case .random: return Int.random(in: effects.indices, using: &random)
    case .pct: return nextByPriority(effects)
    }
  }

  private mutating func nextByPriority(_ effects: [Int?]) -> Int {
    for effect in effects where priorities[effect] == nil {
      // ORDER: drawn in the order in which effects become ready, so a seed gives one order.
      priorities[effect] = random.next() | 1 << 63
    }
    let chosen = highest(effects)
    guard changePoints.contains(count) else { return chosen }
    lowestPriority -= 1
    priorities[effects[chosen]] = lowestPriority
    return highest(effects)
  }

  /// Returns the oldest job of the effect with the highest priority.
  private func highest(_ effects: [Int?]) -> Int {
    var best = 0
    for index in effects.indices.dropFirst()
    where priorities[effects[index], default: 0] > priorities[effects[best], default: 0] {
      best = index
    }
    return best
  }
}
