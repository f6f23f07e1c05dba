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
    if inside.isWord("nan") || inside.jsonString == "nan" { return .nan }
    guard let text = inside.number ?? inside.string, let decimal = parse(text) else {
      throw literal.wrongType(Decimal.self)
    }
    return decimal
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: isNaN ? "nan" : "\(self)")
  }

  /// Parses at most 38 digits with a point and an exponent.
  private static func parse(_ text: String) -> Decimal? {
    var digits = Decimal(0)
    var count = 0
    var exponent = 0
    var isFraction = false
    var isNegative = false
    var bytes = text.utf8[...].filter { $0 != UInt8(ascii: "_") }[...]
    if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
      isNegative = bytes.removeFirst() == UInt8(ascii: "-")
    }
    guard let first = bytes.first, isDigit(first) else { return nil }
    while let byte = bytes.first {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if isDigit(byte) {
        if count > 0 || byte != 0x30 { count += 1 }
        guard count <= 38 else { return nil }
        digits = digits * 10 + Decimal(Int(byte - 0x30))
        if isFraction { exponent -= 1 }
      } else if byte | 0x20 == UInt8(ascii: "e") {
        guard let power = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)),
          abs(power) < 200
        else { return nil }
        exponent += power
        bytes = []
        break
      } else {
        return nil
      }
      bytes.removeFirst()
    }
    guard (-128...127).contains(exponent) else { return nil }
    return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: digits)
  }
}
