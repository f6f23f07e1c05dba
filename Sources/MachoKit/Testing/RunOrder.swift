import MachoSessions

/// The order in which scripts start.
enum RunOrder {
  /// Returns the numbers below `count`, shuffled if there is a seed. The order depends only on the
  /// seed.
  static func indices(_ count: Int, seed: UInt64?) -> [Int] {
    var indices = Array(0..<count)
    guard let seed else { return indices }
    var random = SplitMix64(seed: seed)
    // Fisher-Yates; the modulo bias is negligible for counts far below 2^64.
    for last in indices.indices.dropFirst().reversed() {
      indices.swapAt(last, Int(random.next() % UInt64(last + 1)))
    }
    return indices
  }
}
