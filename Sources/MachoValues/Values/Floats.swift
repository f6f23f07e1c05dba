extension TextConvertible where Self: BinaryFloatingPoint & LosslessStringConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Self {
    if literal.isWord("inf") || literal.isWord("infinity") { return .infinity }
    if literal.isWord("nan") { return .nan }
    if let text = literal.jsonString, let value = Self(text), !value.isFinite { return value }
    guard var text = literal.number else { throw literal.wrongType(Self.self) }
    text.removeAll { $0 == "_" }
    if text == "-.infinity" || text == "-.inf" { return -.infinity }
    guard let value = Self(text) else { throw literal.wrongType(Self.self) }
    if value.isInfinite, text.utf8.contains(where: isDigit) {
      throw literal.error(.outOfRange, "\(excerpt(literal.text)) does not fit into \(Self.self)")
    }
    return value
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: description) }
}

extension Double: TextConvertible {}
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: TextConvertible {}
#endif
extension Float: TextConvertible {}
#if !(os(macOS) && arch(x86_64))
  extension Float16: TextConvertible {}
#endif
