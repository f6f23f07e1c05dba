import DequeModule
import Foundation
import MachoValues
import OrderedCollections

/// A type with values whose text is hard to print, to read, or to tell from another.
protocol Hostile: Equatable, SendableMetatype {
  static func hostile(_ numbers: inout SeededGenerator) -> Self
}

extension Hostile where Self: FixedWidthInteger {
  static func hostile(_ numbers: inout SeededGenerator) -> Self {
    numbers.pick([.min, .max, 0, 1, Self.random(in: .min ... .max, using: &numbers)])
  }
}

extension Int: Hostile {}
extension Int8: Hostile {}
extension Int64: Hostile {}
extension Int128: Hostile {}
extension UInt64: Hostile {}
extension UInt128: Hostile {}

extension Hostile where Self: BinaryFloatingPoint {
  static func hostile(_ numbers: inout SeededGenerator) -> Self {
    numbers.pick([
      .nan, .infinity, -.infinity, 0, -Self(0), .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      -.ulpOfOne, Self(Int.random(in: -9_999...9_999, using: &numbers)) / 8,
    ])
  }
}

extension Double: Hostile {}
extension Float: Hostile {}
#if !(os(macOS) && arch(x86_64))
  extension Float16: Hostile {}
#endif
extension CGFloat: Hostile {}

extension Locale: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Locale {
    Locale(
      identifier: numbers.pick(["en_US", "de", "zh-Hans", "", "en_US@calendar=japanese", "en-US"]))
  }
}

extension TimeZone: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> TimeZone {
    TimeZone(identifier: numbers.pick(["Europe/Berlin", "GMT", "GMT+0130", "Pacific/Chatham"]))
      ?? .gmt
  }
}

extension Calendar: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Calendar {
    var calendar = Calendar(
      identifier: numbers.pick([.gregorian, .iso8601, .hebrew, .islamicUmmAlQura]))
    if numbers.pick([true, false]) { calendar.locale = Locale(identifier: "de_DE") }
    if numbers.pick([true, false]) { calendar.timeZone = TimeZone.hostile(&numbers) }
    if numbers.pick([true, false]) { calendar.firstWeekday = 4 }
    if numbers.pick([true, false]) { calendar.minimumDaysInFirstWeek = 3 }
    return calendar
  }
}

extension DateComponents: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> DateComponents {
    var components = DateComponents()
    if numbers.pick([true, false]) { components.year = Int.hostile(&numbers) }
    if numbers.pick([true, false]) { components.weekOfMonth = -1 }
    if numbers.pick([true, false]) { components.isLeapMonth = true }
    if numbers.pick([true, false]) { components.timeZone = TimeZone.hostile(&numbers) }
    if numbers.pick([true, false]) { components.calendar = Calendar.hostile(&numbers) }
    return components
  }
}

extension IndexPath: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> IndexPath {
    IndexPath(indexes: numbers.many(0...3) { .hostile(&$0) })
  }
}

extension Bool: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Bool { numbers.pick([true, false]) }
}

extension String: Hostile {
  /// Texts that mean something in literals, lines of output and dumps, and characters that cannot
  /// be seen.
  static let hostileParts = [
    "", " ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}",
    "\u{2029}", "\0", "\u{1b}[31m", "\u{7f}", "\"", "\"\"", "\"\"\"", "\"#", "\"\"\"##", "#", "##",
    "\\", "\\\n", "\\#n", "\\##u{41}", "\\n", "\\x20", "\\x41", "\\x{41}", "\\xyz", "\\u{41}",
    "\\(x)", "'", "`", "nil", ".none", "none", "…", "...", "(", ")", "[", "]", "{", ",", ":",
    "id: ",
    "a", "Z", "_x: ", "é", "e\u{301}", "\u{301}", "日本", "\u{3000}", "\u{a0}", "\u{202f}",
    "👩‍👩‍👧", "❤️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{fe0f}", "\u{200d}", "\u{ad}", "\u{34f}", "\u{115f}", "\u{1160}",
    "\u{180e}", "\u{200b}", "\u{200c}", "\u{200e}", "\u{200f}", "\u{202e}", "\u{2060}", "\u{2066}",
    "\u{3164}", "\u{feff}", "\u{ffa0}", "\u{fff9}", "\u{e000}", "\u{e0041}", "\u{e0100}",
    "\u{10ffff}", "|", "| ", "! ", "-- x --", "+ x", "- x",
  ]

  static func hostile(_ numbers: inout SeededGenerator) -> String {
    numbers.many(0...5) { $0.pick(hostileParts) }.joined()
  }
}

extension Substring: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Substring {
    String.hostile(&numbers)[...]
  }
}

extension Character: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Character {
    numbers.pick(String.hostileParts).first ?? "\r\n"
  }
}

extension Unicode.Scalar: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Unicode.Scalar {
    numbers.pick(String.hostileParts).unicodeScalars.first ?? "\0"
  }
}

extension UUID: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> UUID {
    let zeros = numbers.pick([0, 10, 15])
    var bytes = [UInt8](repeating: 0, count: zeros)
    while bytes.count < 16 { bytes.append(UInt8(truncatingIfNeeded: numbers.next())) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension Date: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Date {
    let seconds = Double(Int.random(in: -400_000_000_000...400_000_000_000, using: &numbers))
    return numbers.pick([
      .distantPast, .distantFuture, Date(timeIntervalSince1970: -12_219_292_800.5),
      Date(timeIntervalSince1970: 253_402_300_799.999), Date(timeIntervalSinceReferenceDate: 0.1),
      Date(timeIntervalSinceReferenceDate: 0.1.nextUp), Date(timeIntervalSince1970: seconds),
      Date(timeIntervalSince1970: seconds / 1000), Date(timeIntervalSince1970: seconds / 7),
      Date(timeIntervalSinceReferenceDate: 1e300),
      Date(timeIntervalSinceReferenceDate: -.infinity),
    ])
  }
}

extension Duration: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Duration {
    numbers.pick([
      .zero, .seconds(Int64.max), .seconds(Int64.min), .milliseconds(-1), .nanoseconds(1),
      Duration(secondsComponent: -1, attosecondsComponent: -1),
      Duration(secondsComponent: 60, attosecondsComponent: 1),
    ])
  }
}

extension Decimal: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Decimal {
    let digits = Decimal(numbers.pick([1, 10, UInt64.max, numbers.next()]))
    return numbers.pick([
      .nan, 0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastFiniteMagnitude,
      Decimal(sign: .plus, exponent: 127, significand: 1),
      Decimal(
        sign: numbers.pick([.plus, .minus]), exponent: Int.random(in: -128...107, using: &numbers),
        significand: digits),
      Decimal(sign: .minus, exponent: -2, significand: digits),
    ])
  }
}

extension Data: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Data {
    Data(numbers.many(0...4) { UInt8(truncatingIfNeeded: $0.next()) })
  }
}

extension URL: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> URL {
    let texts = [
      "https://a.b/c(d)?e=%20#f", "https://a.b/c)d", "https://a.b/(", "#f", "$x", "@a", "_", "1",
      "string:a", "nil", "?q", "a,b", "mailto:a@b", "https://日本.jp/é", "/a//b", "uuidString:a",
    ]
    let url = URL(string: numbers.pick(texts)) ?? URL(fileURLWithPath: "/")
    guard numbers.pick([true, false, false]) else { return url }
    return URL(string: numbers.pick(["b?c=(1)", "c)", "b"]), relativeTo: url) ?? url
  }
}

extension AnyHashable: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> AnyHashable {
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0: Int.hostile(&numbers)
    case 1: String.hostile(&numbers)
    case 2: Bool.hostile(&numbers)
    case 3: UUID.hostile(&numbers)
    case 4: Int8.hostile(&numbers)
    case 5: Date.hostile(&numbers)
    case 6: Data.hostile(&numbers)
    default: 0.25
    }
  }
}

extension ScriptedError: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> ScriptedError {
    ScriptedError(.hostile(&numbers))
  }
}

// MARK: Types of features

/// A struct that prints on one line.
struct Boxed<Value: Hostile>: Hostile {
  var value: Value
  static func hostile(_ numbers: inout SeededGenerator) -> Self {
    Self(value: .hostile(&numbers))
  }
}

/// A struct with names that need backticks, and with a macro's storage.
struct `Raw Row`<Value: Hostile>: Hostile {
  var `my value`: Value
  var _stored: Int
  var `2x`: Value
  var `a"(`: Value
  var `default`: Int
  static func hostile(_ numbers: inout SeededGenerator) -> Self {
    Self(
      `my value`: .hostile(&numbers), _stored: .hostile(&numbers), `2x`: .hostile(&numbers),
      `a"(`: .hostile(&numbers), default: 1)
  }
}

extension `Raw Row`: Hashable where Value: Hashable {}
extension Boxed: Hashable where Value: Hashable {}

/// An enum with the cases of an Optional, and with names that need backticks.
enum Tricky<Value: Hostile>: Hostile {
  case none
  case some(Value)
  case `with space`
  case `a.b`(`a: b`: Value, Int)
  case `404`(Value)
  case pair((Value, x: Value))
  case `default`
  case void(())
  case `"(`(`[#{`: Value)

  static func hostile(_ numbers: inout SeededGenerator) -> Self {
    switch Int.random(in: 0..<9, using: &numbers) {
    case 0: .none
    case 1: .some(.hostile(&numbers))
    case 2: .`with space`
    case 3: .`a.b`(`a: b`: .hostile(&numbers), .hostile(&numbers))
    case 4: .`404`(.hostile(&numbers))
    case 5: .pair((.hostile(&numbers), x: .hostile(&numbers)))
    case 6: .default
    case 7: .`"(`(`[#{`: .hostile(&numbers))
    default: .void(())
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.none, .none), (.`with space`, .`with space`), (.default, .default), (.void, .void): true
    case (.some(let left), .some(let right)), (.`404`(let left), .`404`(let right)),
      (.`"(`(let left), .`"(`(let right)):
      left == right
    case (.`a.b`(let left, let first), .`a.b`(let right, let second)):
      left == right && first == second
    case (.pair(let left), .pair(let right)): left.0 == right.0 && left.x == right.x
    default: false
    }
  }
}

/// A value that nests a number of levels.
indirect enum Nested: Hostile {
  case leaf(String)
  case level(Nested)
  case row([Nested], Int)

  static func hostile(_ numbers: inout SeededGenerator) -> Nested {
    (0..<Int.random(in: 0...100, using: &numbers)).reduce(.leaf("x")) { value, _ in
      numbers.pick([.level(value), .level(value), .level(value), .row([value], 1)])
    }
  }
}

enum Outer {
  enum Inner {
    /// A value that nests a number of levels, whose type has a long name.
    struct NestedRow: Hostile {
      var rows: [NestedRow]
      var name: String

      static func hostile(_ numbers: inout SeededGenerator) -> NestedRow {
        (0..<Int.random(in: 0...60, using: &numbers)).reduce(Self(rows: [], name: "a\n")) {
          row, _ in
          Self(rows: [row], name: "b")
        }
      }
    }
  }
}

// MARK: Wrappers and collections

extension Optional: Hostile where Wrapped: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Wrapped? {
    numbers.pick([true, false, false]) ? nil : .some(.hostile(&numbers))
  }
}

extension Array: Hostile where Element: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> [Element] {
    numbers.many(0...3) { .hostile(&$0) }
  }
}

extension Set: Hostile where Element: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Set<Element> {
    Set([Element].hostile(&numbers))
  }
}

extension OrderedSet: Hostile where Element: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> OrderedSet<Element> {
    OrderedSet([Element].hostile(&numbers))
  }
}

extension Deque: Hostile where Element: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Deque<Element> {
    Deque([Element].hostile(&numbers))
  }
}

extension Dictionary: Hostile where Key: Hostile, Value: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> [Key: Value] {
    let keys = [Key].hostile(&numbers)
    return Dictionary(keys.map { ($0, .hostile(&numbers)) }, uniquingKeysWith: { $1 })
  }
}

extension OrderedDictionary: Hostile where Key: Hostile, Value: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> OrderedDictionary<Key, Value> {
    let keys = [Key].hostile(&numbers)
    return OrderedDictionary(keys.map { ($0, .hostile(&numbers)) }, uniquingKeysWith: { $1 })
  }
}

extension Range: Hostile where Bound: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> Range<Bound> {
    let (a, b) = (Bound.hostile(&numbers), Bound.hostile(&numbers))
    return a < b ? a..<b : b < a ? b..<a : .hostile(&numbers)
  }
}

extension ClosedRange: Hostile where Bound: Hostile {
  static func hostile(_ numbers: inout SeededGenerator) -> ClosedRange<Bound> {
    let (a, b) = (Bound.hostile(&numbers), Bound.hostile(&numbers))
    return a <= b ? a...b : b <= a ? b...a : .hostile(&numbers)
  }
}

/// Ranges with one bound, which have no `==`.
struct OpenRanges: Hostile {
  var from: PartialRangeFrom<Int>
  var through: PartialRangeThrough<Date>
  var upTo: PartialRangeUpTo<String>

  static func hostile(_ numbers: inout SeededGenerator) -> Self {
    Self(
      from: (.hostile(&numbers))..., through: ...(.hostile(&numbers)), upTo: ..<(.hostile(&numbers))
    )
  }

  static func == (left: Self, right: Self) -> Bool {
    left.from.lowerBound == right.from.lowerBound
      && left.through.upperBound == right.through.upperBound
      && left.upTo.upperBound == right.upTo.upperBound
  }
}

extension Result: Hostile where Success: Hostile, Failure == ScriptedError {
  static func hostile(_ numbers: inout SeededGenerator) -> Self {
    numbers.pick([true, false]) ? .success(.hostile(&numbers)) : .failure(.hostile(&numbers))
  }
}
