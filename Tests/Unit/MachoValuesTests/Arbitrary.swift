import DequeModule
import Foundation
import OrderedCollections

/// A generator that produces the same values for a seed on every platform.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// A type that can generate random values.
protocol Arbitrary: SendableMetatype {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self
}

extension Arbitrary where Self: FixedWidthInteger {
  static func arbitrary(_ generator: inout SeededGenerator) -> Self {
    switch generator.below(5) {
    case 0: .min
    case 1: .max
    case 2: 0
    case 3: Self(generator.below(100))
    default: Self.random(in: .min ... .max, using: &generator)
    }
  }
}

extension Int: Arbitrary {}
extension Int8: Arbitrary {}
extension Int16: Arbitrary {}
extension Int32: Arbitrary {}
extension Int64: Arbitrary {}
extension Int128: Arbitrary {}
extension UInt: Arbitrary {}
extension UInt8: Arbitrary {}
extension UInt16: Arbitrary {}
extension UInt32: Arbitrary {}
extension UInt64: Arbitrary {}
extension UInt128: Arbitrary {}

extension Double: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Double {
    switch generator.below(6) {
    case 0: .infinity
    case 1: -.infinity
    case 2: .leastNonzeroMagnitude
    case 3: Double(generator.below(1000)) / 8
    default:
      { (value: Double) in value.isNaN ? 0 : value }(Double(bitPattern: generator.next()))
    }
  }
}

extension Float: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Float {
    let value = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
    return value.isNaN ? -0.5 : value
  }
}

extension CGFloat: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> CGFloat {
    CGFloat(Double.arbitrary(&generator))
  }
}

extension CGRect: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> CGRect {
    let side = { (generator: inout SeededGenerator) in CGFloat(generator.below(100)) / 8 }
    return CGRect(
      x: side(&generator), y: side(&generator), width: side(&generator), height: side(&generator))
  }
}

extension Bool: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Bool {
    Bool.random(using: &generator)
  }
}

extension String: Arbitrary {
  static let pieces = [
    "a", "Z", " ", "\"", "\\", "\n", "\r\n", "\t", "\0", "#", "(", ")", "日本", "é", "\u{301}",
    "👩‍👩‍👧", "\u{202e}", "\u{2028}", "\u{7f}", "\u{feff}", "\\(", "$x", "_", "nil", ",", "\u{10ffff}",
  ]

  static func arbitrary(_ generator: inout SeededGenerator) -> String {
    (0..<generator.below(8)).map { _ in pieces[generator.below(pieces.count)] }.joined()
  }
}

extension Substring: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Substring {
    String.arbitrary(&generator)[...]
  }
}

extension Character: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Character {
    String.arbitrary(&generator).first ?? "x"
  }
}

extension Unicode.Scalar: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Unicode.Scalar {
    String.arbitrary(&generator).unicodeScalars.first ?? "x"
  }
}

extension UUID: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> UUID {
    let short = generator.below(2) == 0
    let bytes = (0..<16).map { index in
      short && index < 14 ? 0 : UInt8(truncatingIfNeeded: generator.next())
    }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Date: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Date {
    switch generator.below(5) {
    case 0: Date(timeIntervalSince1970: Double(generator.below(4_000_000_000)))
    case 1: Date(timeIntervalSince1970: Double(generator.below(4_000_000)) / 1000)
    case 2: Date(timeIntervalSince1970: -Double(generator.below(90_000_000_000)) / 7)
    case 3: Date(timeIntervalSinceReferenceDate: Double(generator.below(10)) * 1e11)
    default: Date(timeIntervalSinceReferenceDate: Double.arbitrary(&generator))
    }
  }
}

extension Duration: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Duration {
    switch generator.below(4) {
    case 0: .milliseconds(generator.below(10_000) - 5000)
    case 1: .seconds(Int64.arbitrary(&generator))
    case 2: .nanoseconds(generator.below(1_000_000_000))
    default:
      Duration(
        secondsComponent: Int64(generator.below(100)),
        attosecondsComponent: Int64(generator.below(1_000_000_000)))
    }
  }
}

extension Decimal: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Decimal {
    Decimal(
      sign: generator.below(2) == 0 ? .plus : .minus, exponent: generator.below(41) - 20,
      significand: Decimal(generator.below(1_000_000_000)))
  }
}

extension Data: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Data {
    Data((0..<generator.below(9)).map { _ in UInt8.arbitrary(&generator) })
  }
}

extension URL: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> URL {
    if generator.below(5) == 0 {
      return URL(string: "b?c=(1)", relativeTo: .arbitrary(&generator)) ?? .arbitrary(&generator)
    }
    let all = ["https://example.com/a(b)?q=1&r=%20#f", "file:///tmp/x", "mailto:a@b.c", "relative"]
    // Each of the four is a valid URL.
    return URL(string: all[generator.below(all.count)]) ?? URL(fileURLWithPath: "/")
  }
}

extension Optional: Arbitrary where Wrapped: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Wrapped? {
    generator.below(3) == 0 ? nil : Wrapped.arbitrary(&generator)
  }
}

extension Array: Arbitrary where Element: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> [Element] {
    (0..<generator.below(4)).map { _ in Element.arbitrary(&generator) }
  }
}

extension Set: Arbitrary where Element: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Set<Element> {
    Set([Element].arbitrary(&generator))
  }
}

extension OrderedSet: Arbitrary where Element: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> OrderedSet<Element> {
    OrderedSet([Element].arbitrary(&generator))
  }
}

extension Deque: Arbitrary where Element: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Deque<Element> {
    Deque([Element].arbitrary(&generator))
  }
}

extension Dictionary: Arbitrary where Key: Arbitrary, Value: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> [Key: Value] {
    var result: [Key: Value] = [:]
    for _ in 0..<generator.below(4) {
      result[Key.arbitrary(&generator)] = Value.arbitrary(&generator)
    }
    return result
  }
}

extension OrderedDictionary: Arbitrary where Key: Arbitrary, Value: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> OrderedDictionary<Key, Value> {
    var result: OrderedDictionary<Key, Value> = [:]
    for _ in 0..<generator.below(4) {
      result[Key.arbitrary(&generator)] = Value.arbitrary(&generator)
    }
    return result
  }
}

extension Range: Arbitrary where Bound: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> Range<Bound> {
    let (a, b) = (Bound.arbitrary(&generator), Bound.arbitrary(&generator))
    return Swift.min(a, b)..<Swift.max(a, b)
  }
}

extension ClosedRange: Arbitrary where Bound: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> ClosedRange<Bound> {
    let (a, b) = (Bound.arbitrary(&generator), Bound.arbitrary(&generator))
    return Swift.min(a, b)...Swift.max(a, b)
  }
}
