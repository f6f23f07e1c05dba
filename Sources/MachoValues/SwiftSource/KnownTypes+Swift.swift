import DequeModule
import OrderedCollections

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The Swift source of standard library and Foundation values.

extension SwiftSourceConvertible where Self: BinaryInteger {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text(description)
  }
}

extension Int: SwiftSourceConvertible {}
extension Int8: SwiftSourceConvertible {}
extension Int16: SwiftSourceConvertible {}
extension Int32: SwiftSourceConvertible {}
extension Int64: SwiftSourceConvertible {}
extension Int128: SwiftSourceConvertible {}
extension UInt: SwiftSourceConvertible {}
extension UInt8: SwiftSourceConvertible {}
extension UInt16: SwiftSourceConvertible {}
extension UInt32: SwiftSourceConvertible {}
extension UInt64: SwiftSourceConvertible {}
extension UInt128: SwiftSourceConvertible {}

extension SwiftSourceConvertible where Self: BinaryFloatingPoint & CustomStringConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    if isNaN { return .text(".nan") }
    if isInfinite { return .text(sign == .minus ? "-.infinity" : ".infinity") }
    return .text(description)
  }
}

extension Double: SwiftSourceConvertible {}
extension Float: SwiftSourceConvertible {}
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: SwiftSourceConvertible {}
#endif
#if !(os(macOS) && arch(x86_64))
  extension Float16: SwiftSourceConvertible {}
#endif

extension Bool: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text(description)
  }
}

extension SwiftSourceConvertible
where Self: CustomStringConvertible & ExpressibleByUnicodeScalarLiteral {
  /// The string literal.
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text(quoted(description))
  }
}

extension String: SwiftSourceConvertible {}
extension Substring: SwiftSourceConvertible {}
extension Character: SwiftSourceConvertible {}
extension Unicode.Scalar: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text(quoted(String(self)))
  }
}

extension Optional: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    guard let wrapped = self else { return .text("nil") }
    let inner = try printer.expression(wrapped, as: Wrapped.self)
    // Without `.some`, these expressions would refer to the Optional's own cases.
    let isAmbiguous =
      Wrapped.self is any OptionalValue.Type || inner == .text(".none") || inner.head == ".some"
    return isAmbiguous ? .list(".some(", [inner], ")") : inner
  }
}

extension SwiftSourcePrinter {
  /// Returns the elements of a collection in brackets.
  mutating func elements<C: Collection>(of collection: C) throws(ValueError) -> SwiftExpression {
    var elements: [SwiftExpression] = []
    for (index, element) in collection.enumerated() {
      elements.append(try nestedExpression("[\(index)]", element, as: C.Element.self))
    }
    return .list("[", elements, "]")
  }

  /// Returns keys and values in brackets, sorted by the keys' text if `isSorted`.
  mutating func pairs<Key, Value>(
    _ pairs: some Sequence<(key: Key, value: Value)>, isSorted: Bool
  ) throws(ValueError) -> SwiftExpression {
    var elements: [(key: String, expression: SwiftExpression)] = []
    for (key, value) in pairs {
      let key = try expression(key, as: Key.self).line
      let value = try nestedExpression("[\(key)]", value, as: Value.self)
      elements.append((key, .prefixed("\(key): ", value)))
    }
    if isSorted { elements.sort { $0.key < $1.key } }
    return elements.isEmpty ? .text("[:]") : .list("[", elements.map(\.expression), "]")
  }
}

extension Array: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.elements(of: self)
  }
}

extension Set: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    guard case .list(let open, let elements, let close) = try printer.elements(of: self) else {
      return .text("[]")
    }
    return .list(open, elements.sorted { $0.line < $1.line }, close)
  }
}

extension Dictionary: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.pairs(lazy.map { (key: $0.key, value: $0.value) }, isSorted: true)
  }
}

extension OrderedSet: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.elements(of: self)
  }
}

extension Deque: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.elements(of: self)
  }
}

extension OrderedDictionary: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.pairs(lazy.map { (key: $0.key, value: $0.value) }, isSorted: false)
  }
}

extension AnyHashable: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    .list("AnyHashable(", [try printer.expression(base, as: Any.self)], ")")
  }
}

extension SwiftSourcePrinter {
  fileprivate mutating func range<Bound>(
    _ lower: Bound?, _ sign: String, _ upper: Bound?
  ) throws(ValueError) -> SwiftExpression {
    var text = ""
    if let lower { text += try bound(lower) }
    text += sign
    if let upper { text += try bound(upper) }
    return .text(text)
  }

  /// Returns a bound, in parentheses if its first or last character would become expression of the
  /// operator.
  private mutating func bound<Bound>(_ value: Bound) throws(ValueError) -> String {
    let text = try expression(value, as: Bound.self).line
    func isOperandCharacter(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || "\"_)".contains($0) } ?? false
    }
    return isOperandCharacter(text.first) && isOperandCharacter(text.last) ? text : "(\(text))"
  }
}

extension Range: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.range(lowerBound, "..<", upperBound)
  }
}

extension ClosedRange: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.range(lowerBound, "...", upperBound)
  }
}

extension PartialRangeFrom: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.range(lowerBound, "...", nil)
  }
}

extension PartialRangeThrough: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.range(nil, "...", upperBound)
  }
}

extension PartialRangeUpTo: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.range(nil, "..<", upperBound)
  }
}

extension Duration: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    let (seconds, rest) = components
    for (unit, name) in [
      (Int64(1_000_000_000_000_000), "milliseconds"), (1_000_000_000_000, "microseconds"),
      (1_000_000_000, "nanoseconds"),
    ] where rest != 0 && rest % unit == 0 {
      let perSecond = 1_000_000_000_000_000_000 / unit
      let (product, overflow) = seconds.multipliedReportingOverflow(by: perSecond)
      if !overflow { return .text(".\(name)(\(product + rest / unit))") }
    }
    if rest == 0 { return .text(".seconds(\(seconds))") }
    return .text("Duration(secondsComponent: \(seconds), attosecondsComponent: \(rest))")
  }
}

extension UUID: SwiftSourceConvertible {
  /// `UUID(1)` if a number represents it. Modules that tests of reducers import declare that
  /// initializer.
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text(short.map { "UUID(\($0))" } ?? "UUID(uuidString: \"\(uuidString)\")!")
  }
}

extension Date: SwiftSourceConvertible {
  /// Seconds since 1970 if that is exact, else since 2001, the reference date.
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    let seconds = timeIntervalSince1970
    if Date(timeIntervalSince1970: seconds) == self {
      let text = seconds.swiftExpression(using: &printer).line
      return .text("Date(timeIntervalSince1970: \(text))")
    }
    let text = timeIntervalSinceReferenceDate.swiftExpression(using: &printer).line
    return .text("Date(timeIntervalSinceReferenceDate: \(text))")
  }
}

extension URL: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    guard let baseURL else { return .text("URL(string: \(quoted(absoluteString)))!") }
    return .text(
      "URL(string: \(quoted(relativeString)), relativeTo: \(try baseURL.swiftExpression(using: &printer).line))!"
    )
  }
}

extension Data: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    isEmpty ? .text("Data()") : .text("Data(base64Encoded: \"\(base64EncodedString())\")!")
  }
}

extension Decimal: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    if isNaN { return .text("Decimal.nan") }
    // Foundation reads 38 digits, of which leading and trailing zeros are some.
    if description.utf8.count <= 38 { return .text("Decimal(string: \"\(self)\")!") }
    let digits = Decimal(sign: .plus, exponent: 0, significand: significand)
    return .text(
      "Decimal(sign: .\(sign), exponent: \(exponent), significand: Decimal(string: \"\(digits)\")!)"
    )
  }
}
