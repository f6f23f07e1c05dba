#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `1.50`, `Decimal("1.50")`, `Decimal(1.5)`. Converts the digits exactly, never through a Double.
extension Decimal: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Decimal {
    let inside =
      literal.onlyArgument(of: "Decimal", "init")
      ?? literal.onlyArgument(of: "Decimal", labelled: "string") ?? literal
    // customDump prints `NaN`.
    let word = inside.droppingTypeName("Decimal")
    if word.isWord("nan") || word.isWord("NaN") || inside.jsonString == "nan" { return .nan }
    guard let text = inside.number ?? inside.string, let decimal = parse(text) else {
      throw literal.wrongType(Decimal.self)
    }
    return decimal
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: isNaN ? "nan" : "\(self)")
  }

  /// Parses digits with a point and an exponent. Returns `nil` for other text, and for a
  /// number that a Decimal cannot represent.
  private static func parse(_ text: String) -> Decimal? {
    var significand: UInt128 = 0
    /// The zeros after the significand. They are digits of it only if another digit follows.
    var zeros = 0
    var exponent = 0
    var isFraction = false
    var isNegative = false
    var bytes = text.utf8[...].filter { $0 != UInt8(ascii: "_") }[...]
    if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
      isNegative = bytes.removeFirst() == UInt8(ascii: "-")
    }
    guard let first = bytes.first, isDigit(first) else { return nil }
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if isDigit(byte) {
        if isFraction { exponent -= 1 }
        zeros += 1
        guard byte != 0x30 else { continue }
        for _ in 0..<(significand == 0 ? 0 : zeros) {
          let (product, overflows) = significand.multipliedReportingOverflow(by: 10)
          guard !overflows else { return nil }
          significand = product
        }
        let (sum, overflows) = significand.addingReportingOverflow(UInt128(byte - 0x30))
        guard !overflows else { return nil }
        significand = sum
        zeros = 0
      } else if byte | 0x20 == UInt8(ascii: "e") {
        guard let power = Int(String(decoding: bytes, as: UTF8.self)), abs(power) < 1000 else {
          return nil
        }
        exponent += power
        bytes = []
      } else {
        return nil
      }
    }
    return make(isNegative, significand, exponent + zeros)
  }

  /// Returns `nil` if the exponent is outside of the range of a Decimal.
  private static func make(
    _ isNegative: Bool, _ significand: UInt128, _ exponent: Int
  ) -> Decimal? {
    var (significand, exponent) = (significand, significand == 0 ? 0 : exponent)
    while exponent > 127 {
      let (product, overflows) = significand.multipliedReportingOverflow(by: 10)
      guard !overflows else { return nil }
      (significand, exponent) = (product, exponent - 1)
    }
    guard exponent >= -128 else { return nil }
    if significand == 0 { return 0 }
    let digits =
      Decimal(UInt64(significand >> 64)) * twoTo64
      + Decimal(UInt64(truncatingIfNeeded: significand))
    return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: digits)
  }

  private static let twoTo64 = Decimal(UInt64.max) + 1
}
