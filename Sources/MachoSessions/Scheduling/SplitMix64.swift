/// A random number generator whose numbers depend only on its seed, equal on each machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  package init(seed: UInt64) { state = seed }

  /// Creates the generator of one of several independent series.
  package init(seed: UInt64, index: Int) {
    var mixed = SplitMix64(seed: seed ^ 0xa076_1d64_78bd_642f)
    state = mixed.next() ^ UInt64(truncatingIfNeeded: index) &* 0xe703_7ed1_a0b4_28db
    state = next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ number >> 30) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
    return number ^ number >> 31
  }

  /// Returns a number below `bound`, which must be positive.
  package mutating func next(below bound: Int) -> Int {
    // The upper bits times the bound: fast, and with a bias that no test can measure.
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }
}
