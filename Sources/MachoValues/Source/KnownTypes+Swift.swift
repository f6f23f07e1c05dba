import Collections

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// How values of the standard library and of Foundation are written in Swift's source.

extension SwiftValue where Self: BinaryInteger {
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression { .text(description) }
}

extension Int: SwiftValue {}
extension Int8: SwiftValue {}
extension Int16: SwiftValue {}
extension Int32: SwiftValue {}
extension Int64: SwiftValue {}
extension Int128: SwiftValue {}
extension UInt: SwiftValue {}
extension UInt8: SwiftValue {}
extension UInt16: SwiftValue {}
extension UInt32: SwiftValue {}
extension UInt64: SwiftValue {}
extension UInt128: SwiftValue {}

extension SwiftValue where Self: BinaryFloatingPoint & CustomStringConvertible {
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression {
    if isNaN { return .text(".nan") }
    if isInfinite { return .text(sign == .minus ? "-.infinity" : ".infinity") }
    return .text(description)
  }
}

extension Double: SwiftValue {}
extension Float: SwiftValue {}

extension Bool: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression { .text(description) }
}

extension SwiftValue where Self: CustomStringConvertible & ExpressibleByUnicodeScalarLiteral {
  /// A literal.
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression { .text(quoted(description)) }
}

extension String: SwiftValue {}
extension Substring: SwiftValue {}
extension Character: SwiftValue {}
extension Unicode.Scalar: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression {
    .text(quoted(String(self)))
  }
}

extension Optional: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    guard let wrapped = self else { return .text("nil") }
    let inner = try printer.expression(wrapped, as: Wrapped.self)
    // What an Optional could be itself would be taken for it.
    let isAmbiguous =
      Wrapped.self is any OptionalValue.Type || [".none", ".some"].contains(inner.line)
      || inner.line.hasPrefix(".some(")
    return isAmbiguous ? .list(".some(", [inner], ")") : inner
  }
}

extension SwiftPrinter {
  /// The elements of a collection between brackets.
  mutating func elements<C: Collection>(of collection: C) throws(ValueError) -> SwiftExpression {
    var parts: [SwiftExpression] = []
    for (index, element) in collection.enumerated() {
      parts.append(try part("[\(index)]", element, as: C.Element.self))
    }
    return .list("[", parts, "]")
  }

  /// Keys and values between brackets, in the order of their texts where they have none.
  mutating func pairs<Key, Value>(
    _ pairs: some Sequence<(key: Key, value: Value)>, isSorted: Bool
  ) throws(ValueError) -> SwiftExpression {
    var parts: [(key: String, part: SwiftExpression)] = []
    for (key, value) in pairs {
      let key = try expression(key, as: Key.self).line
      let part = try part("[\(key)]", value, as: Value.self)
      parts.append((key, .prefixed("\(key): ", part)))
    }
    if isSorted { parts.sort { $0.key < $1.key } }
    return parts.isEmpty ? .text("[:]") : .list("[", parts.map(\.part), "]")
  }
}

extension Array: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.elements(of: self)
  }
}

extension Set: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    guard case .list(let open, let parts, let close) = try printer.elements(of: self) else {
      return .text("[]")
    }
    return .list(open, parts.sorted { $0.line < $1.line }, close)
  }
}

extension Dictionary: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.pairs(lazy.map { (key: $0.key, value: $0.value) }, isSorted: true)
  }
}

extension OrderedSet: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.elements(of: self)
  }
}

extension Deque: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.elements(of: self)
  }
}

extension OrderedDictionary: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.pairs(lazy.map { (key: $0.key, value: $0.value) }, isSorted: false)
  }
}

extension AnyHashable: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    .list("AnyHashable(", [try printer.expression(base, as: Any.self)], ")")
  }
}

extension SwiftPrinter {
  fileprivate mutating func range<Bound>(
    _ lower: Bound?, _ sign: String, _ upper: Bound?
  ) throws(ValueError) -> SwiftExpression {
    var text = ""
    if let lower { text += try bound(lower) }
    text += sign
    if let upper { text += try bound(upper) }
    return .text(text)
  }

  /// A bound, in parentheses where its first or last character would become part of the operator.
  private mutating func bound<Bound>(_ value: Bound) throws(ValueError) -> String {
    let text = try expression(value, as: Bound.self).line
    func stands(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || "\"_)".contains($0) } ?? false
    }
    return stands(text.first) && stands(text.last) ? text : "(\(text))"
  }
}

extension Range: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.range(lowerBound, "..<", upperBound)
  }
}

extension ClosedRange: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.range(lowerBound, "...", upperBound)
  }
}

extension PartialRangeFrom: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.range(lowerBound, "...", nil)
  }
}

extension PartialRangeThrough: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.range(nil, "...", upperBound)
  }
}

extension PartialRangeUpTo: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    try printer.range(nil, "..<", upperBound)
  }
}

extension Duration: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression {
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

extension UUID: SwiftValue {
  /// By a number where one says it: what tests of reducers import has that initializer.
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression {
    .text(short.map { "UUID(\($0))" } ?? "UUID(uuidString: \"\(uuidString)\")!")
  }
}

extension Date: SwiftValue {
  /// Since 1970 where that is exact: a date counts from 2001.
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression {
    let seconds = timeIntervalSince1970
    if Date(timeIntervalSince1970: seconds) == self {
      return .text("Date(timeIntervalSince1970: \(seconds))")
    }
    return .text("Date(timeIntervalSinceReferenceDate: \(timeIntervalSinceReferenceDate))")
  }
}

extension URL: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
    guard let baseURL else { return .text("URL(string: \(quoted(absoluteString)))!") }
    return .text(
      "URL(string: \(quoted(relativeString)), relativeTo: \(try baseURL.swift(&printer).line))!")
  }
}

extension Data: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression {
    isEmpty ? .text("Data()") : .text("Data(base64Encoded: \"\(base64EncodedString())\")!")
  }
}

extension Decimal: SwiftValue {
  public func swift(_ printer: inout SwiftPrinter) -> SwiftExpression {
    isNaN ? .text("Decimal.nan") : .text("Decimal(string: \"\(self)\")!")
  }
}
