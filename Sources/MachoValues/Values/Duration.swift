import MachoMetadata

/// `300ms`, `1.5s`, `2m`, `.seconds(1)`. Exact to the attosecond.
extension Duration: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Duration {
    if let number = literal.number ?? literal.string {
      switch parse(number) {
      case .duration(let duration): return duration
      case .outOfRange(let reason): throw literal.error(.outOfRange, reason)
      case .notADuration:
        throw literal.wrongType(Duration.self, candidates: ["300ms", "2s", ".seconds(2)"])
      }
    }
    if literal.isWord("zero") { return .zero }
    let call = literal.droppingTypeName("Duration")
    if let callee = call.callee {
      let arguments = call.arguments
      if let unit = units[callee], arguments.count == 1, arguments[0].label == nil,
        let text = arguments[0].literal.number
      {
        switch parse(text, unit: unit) {
        case .duration(let duration): return duration
        case .outOfRange(let reason): throw literal.error(.outOfRange, reason)
        case .notADuration: break
        }
      }
      if arguments.count == 2 {
        let first = try arguments[0].literal.value(as: Int64.self)
        switch (arguments[0].label, arguments[1].label) {
        case ("secondsComponent", "attosecondsComponent"):
          return Duration(
            secondsComponent: first,
            attosecondsComponent: try arguments[1].literal.value(as: Int64.self))
        case ("_low", "_high"):
          // customDump prints the two halves of the attoseconds.
          return try Duration(low: arguments[0].literal, high: arguments[1].literal)
        default: break
        }
      }
    }
    throw literal.wrongType(Duration.self, candidates: ["300ms", "2s", ".seconds(2)"])
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: shortText)
  }

  /// Attoseconds by unit, keyed by suffixes and by the names of Swift's functions.
  private static let units: [String: Int128] = [
    "ns": 1_000_000_000, "nanoseconds": 1_000_000_000,
    "us": 1_000_000_000_000, "µs": 1_000_000_000_000, "microseconds": 1_000_000_000_000,
    "ms": 1_000_000_000_000_000, "milliseconds": 1_000_000_000_000_000,
    "s": 1_000_000_000_000_000_000, "seconds": 1_000_000_000_000_000_000,
    "m": 60_000_000_000_000_000_000, "min": 60_000_000_000_000_000_000,
    "h": 3_600_000_000_000_000_000_000,
  ]

  private init(low: Literal, high: Literal) throws(ValueError) {
    let low = try low.value(as: UInt64.self)
    let high = try high.value(as: Int64.self)
    self.init(attoseconds: Int128(high) << 64 | Int128(low))
  }

  /// The result of parsing a number with its unit.
  private enum ParseResult {
    case duration(Duration)
    /// A time that Duration cannot represent, with the reason.
    case outOfRange(String)
    case notADuration
  }

  private static let tooLong = ParseResult.outOfRange(
    "the duration has more seconds than 64 bits hold")

  /// Parses a number with its unit, or with the unit `given`, in whole attoseconds.
  private static func parse(_ text: String, unit given: Int128? = nil) -> ParseResult {
    var bytes = text.utf8.filter { $0 != UInt8(ascii: "_") }[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
    let number = bytes.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let suffix = String(decoding: bytes[number.endIndex...], as: UTF8.self)
    guard let unit = given ?? units[suffix], given == nil || suffix.isEmpty,
      let first = number.first, isDigit(first)
    else { return .notADuration }
    var total: Int128 = 0
    var scale = unit
    var isFraction = false
    for byte in number {
      if byte == UInt8(ascii: ".") {
        guard !isFraction else { return .notADuration }
        isFraction = true
        continue
      }
      let digit = Int128(byte - 0x30)
      if isFraction {
        guard scale % 10 == 0 else {
          return .outOfRange("the duration is more precise than an attosecond")
        }
        scale /= 10
        total += digit * scale
      } else {
        let (product, overflow) = total.multipliedReportingOverflow(by: 10)
        let (addend, overflows) = digit.multipliedReportingOverflow(by: unit)
        guard !overflow, !overflows, product < Int128.max - addend else { return tooLong }
        total = product + addend
      }
    }
    return fromAttoseconds(isNegative ? -total : total).map(ParseResult.duration) ?? tooLong
  }

  /// Returns a Duration. `nil` if its seconds do not fit into 64 bits.
  private static func fromAttoseconds(_ total: Int128) -> Duration? {
    let second: Int128 = 1_000_000_000_000_000_000
    guard let seconds = Int64(exactly: total / second) else { return nil }
    return Duration(secondsComponent: seconds, attosecondsComponent: Int64(total % second))
  }
}

extension Literal {
  /// Returns `Type.name(…)` without the type's name. Returns any other literal unchanged.
  func droppingTypeName(_ name: String) -> Literal {
    guard reader.tree[node].kind == .chain, reader.tree.name(node) == name,
      let rest = reader.tree.firstChild(node)
    else { return self }
    return Literal(reader: reader, node: rest)
  }
}
