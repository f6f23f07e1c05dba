/// Deterministic random numbers (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
  mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}

/// A type with random values for tests of dumps.
protocol Generated {
  /// Returns a random value, nested at most `depth` levels.
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Self
  /// Returns a copy with one change, or without any.
  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Self
}

extension Generated {
  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Self {
    numbers.chance(2) ? .make(&numbers, depth) : self
  }
}

extension Int: Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Int { numbers.below(5) }
}

extension Bool: Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Bool { numbers.chance(2) }
}

extension Double: Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Double {
    // Without NaN and `-0.0`, which custom-dump compares by `==`.
    numbers.pick([0, -2.5, 1.5, -.infinity, .infinity, 1e300, 3])
  }
}

extension String: Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> String {
    if numbers.chance(2) { return numbers.pick(["", "a", "b", "Blob", "_x: 1"]) }
    let pieces = [
      "a", "b", "'", "\n", "\n", "\"", "\"\"\"", "#", "\\", "\t", "é", "ñ", "\u{301}", "👩‍👩‍👧",
      "\r\n", "\u{2028}", "\u{0}", "Ω", "_y: 2", "(",
    ]
    return (0..<numbers.below(7)).map { _ in numbers.pick(pieces) }.joined()
  }
}

extension Optional: Generated where Wrapped: Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Wrapped? {
    depth <= 0 || numbers.chance(3) ? nil : .make(&numbers, depth - 1)
  }

  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Wrapped? {
    numbers.chance(4) ? .make(&numbers, depth) : map { $0.changed(&numbers, depth - 1) }
  }
}

extension Array: Generated where Element: Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> [Element] {
    depth <= 0 ? [] : (0..<numbers.below(5)).map { _ in .make(&numbers, depth - 1) }
  }

  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> [Element] {
    var copy = self
    for _ in 0..<numbers.below(3) {
      switch numbers.below(7) {
      case 0: copy.insert(.make(&numbers, depth - 1), at: numbers.below(copy.count + 1))
      case 1 where !copy.isEmpty: copy.remove(at: numbers.below(copy.count))
      case 2 where !copy.isEmpty: copy.swapAt(numbers.below(copy.count), numbers.below(copy.count))
      case 3: copy.reverse()
      case 4 where !copy.isEmpty: copy.append(copy[numbers.below(copy.count)])
      default:
        guard !copy.isEmpty else { continue }
        let index = numbers.below(copy.count)
        copy[index] = copy[index].changed(&numbers, depth - 1)
      }
    }
    return copy
  }
}

extension Dictionary: Generated where Key: Generated, Value: Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> [Key: Value] {
    guard depth > 0 else { return [:] }
    return Dictionary(
      (0..<numbers.below(4)).map { _ in (.make(&numbers, depth - 1), .make(&numbers, depth - 1)) },
      uniquingKeysWith: { old, _ in old })
  }

  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> [Key: Value] {
    var copy = self
    for key in keys where numbers.chance(3) { copy[key] = nil }
    for (key, value) in self where numbers.chance(3) {
      copy[key] = value.changed(&numbers, depth - 1)
    }
    if numbers.chance(3) { copy[.make(&numbers, depth - 1)] = .make(&numbers, depth - 1) }
    return copy
  }
}

extension Set: Generated where Element: Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Set {
    depth <= 0 ? [] : Set((0..<numbers.below(4)).map { _ in .make(&numbers, depth - 1) })
  }

  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Set {
    var copy = self
    if numbers.chance(2), let first = copy.first { copy.remove(first) }
    if numbers.chance(2) { copy.insert(.make(&numbers, depth - 1)) }
    return copy
  }
}
