extension TextConvertible where Self: FixedWidthInteger {
  /// Reads `42`, `-1`, `1_000`, `0xff`, `0o17` or `0b101`, within the bounds of the type.
  public static func read(_ literal: Literal) throws(ValueError) -> Self {
    guard literal.reader.tree[literal.node].kind == .number else {
      throw literal.wrongType(Self.self)
    }
    var digits = literal.reader.tree.bytes[literal.range]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    var radix: UInt32 = 10
    if digits.count > 2, digits.first == UInt8(ascii: "0") {
      switch digits[digits.startIndex + 1] {
      case UInt8(ascii: "x"): radix = 16
      case UInt8(ascii: "o"): radix = 8
      case UInt8(ascii: "b"): radix = 2
      default: break
      }
      if radix != 10 { digits.removeFirst(2) }
    }
    guard let first = digits.first, first != UInt8(ascii: "_") else {
      throw literal.wrongType(Self.self)
    }
    var value: Self = 0
    for byte in digits where byte != UInt8(ascii: "_") {
      guard let digit = hexDigit(byte), digit < radix else { throw literal.wrongType(Self.self) }
      let (product, first) = value.multipliedReportingOverflow(by: Self(radix))
      let (sum, second) =
        isNegative
        ? product.subtractingReportingOverflow(Self(digit))
        : product.addingReportingOverflow(Self(digit))
      guard !first, !second else {
        throw literal.error(
          .outOfRange,
          "\(literal.reader.describe(literal.node)) does not fit into \(Self.self)",
          notes: ["\(Self.self) ranges from \(Self.min) to \(Self.max)"])
      }
      value = sum
    }
    return value
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: description) }
}

extension Int: TextConvertible {}
extension Int8: TextConvertible {}
extension Int16: TextConvertible {}
extension Int32: TextConvertible {}
extension Int64: TextConvertible {}
extension Int128: TextConvertible {}
extension UInt: TextConvertible {}
extension UInt8: TextConvertible {}
extension UInt16: TextConvertible {}
extension UInt32: TextConvertible {}
extension UInt64: TextConvertible {}
extension UInt128: TextConvertible {}
