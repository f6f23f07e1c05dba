/// The order in which scripts start.
enum RunOrder {
  /// Returns the numbers below `count`, shuffled if there is a seed. The order depends only on the
  /// seed.
  static func indices(_ count: Int, seed: UInt64?) -> [Int] {
    var indices = Array(0..<count)
    guard let seed else { return indices }
    var state = seed
    // Fisher-Yates; the modulo bias is negligible for counts far below 2^64.
    for last in indices.indices.dropFirst().reversed() {
      indices.swapAt(last, Int(next(&state) % UInt64(last + 1)))
    }
    return indices
  }

  /// SplitMix64.
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
