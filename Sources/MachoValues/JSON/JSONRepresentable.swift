#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type with a JSON form other than its text in a string.
///
/// For a type without one, the reader accepts its text in a string, such as `"0..<10"`.
protocol JSONRepresentable: SendableMetatype {
  func json(_ printer: inout JSONPrinter) -> JSONValue
}

/// Rules shared by the JSON printer and the reader.
enum JSONRules {
  /// Whether a JSON string may contain the text of a value of `type`.
  static func readsText(_ type: Any.Type) -> Bool {
    !(type is any JSONRepresentable.Type || type is any TextProxied.Type)
  }

  /// Whether an object's keys, which are strings, contain the text of values of `type`.
  static func readsKeyText(_ type: Any.Type) -> Bool {
    type is any Numeric.Type || type == Bool.self
  }

  /// Returns the object key for `key`, a value of `type`. `nil` if it cannot be an object key.
  static func name(of key: JSONValue, as type: Any.Type) -> String? {
    switch key {
    case .string(let text): text
    case .number, .bool: readsKeyText(type) ? key.text : nil
    default: nil
    }
  }
}

// The JSON form of standard library and Foundation types.

extension JSONRepresentable where Self: BinaryInteger {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .number(JSONNumber(self)) }
}

extension Int: JSONRepresentable {}
extension Int8: JSONRepresentable {}
extension Int16: JSONRepresentable {}
extension Int32: JSONRepresentable {}
extension Int64: JSONRepresentable {}
extension Int128: JSONRepresentable {}
extension UInt: JSONRepresentable {}
extension UInt8: JSONRepresentable {}
extension UInt16: JSONRepresentable {}
extension UInt32: JSONRepresentable {}
extension UInt64: JSONRepresentable {}
extension UInt128: JSONRepresentable {}

extension JSONRepresentable where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// A string if the value is not finite, because JSON has no such number.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    isFinite ? .number(JSONNumber(verbatim: description)) : .string(description)
  }
}

extension Double: JSONRepresentable {}
extension Float: JSONRepresentable {}
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: JSONRepresentable {}
#endif
#if !(os(macOS) && arch(x86_64))
  extension Float16: JSONRepresentable {}
#endif

extension Bool: JSONRepresentable {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .bool(self) }
}

extension JSONRepresentable
where Self: CustomStringConvertible & ExpressibleByUnicodeScalarLiteral {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(description) }
}

extension String: JSONRepresentable {}
extension Substring: JSONRepresentable {}
extension Character: JSONRepresentable {}
extension Unicode.Scalar: JSONRepresentable {}

extension UUID: JSONRepresentable {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(uuidString) }
}

extension Data: JSONRepresentable {
  /// The bytes in base 64.
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(base64EncodedString()) }
}

extension Decimal: JSONRepresentable {
  /// A string, because most JSON readers convert numbers to Double and lose digits. A number for a reader
  /// that keeps them.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    guard !isNaN else { return .string("nan") }
    guard printer.decimalsAreNumbers else { return .string(description) }
    return .number(Int(description).map { JSONNumber($0) } ?? JSONNumber(verbatim: description))
  }
}

extension Date: JSONRepresentable {
  /// ISO 8601 if it represents the date exactly, else the interval since the reference date.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    if let text = isoText { return .string(text) }
    let interval = printer.inside { $0.json(of: timeIntervalSinceReferenceDate, as: Double.self) }
    return printer.object("timeIntervalSinceReferenceDate", interval)
  }
}

extension URL: JSONRepresentable {
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    guard let baseURL else { return .string(absoluteString) }
    return printer.inside { printer in
      ["string": .string(relativeString), "relativeTo": printer.json(of: baseURL, as: URL.self)]
    }
  }
}

extension ScriptedError: JSONRepresentable {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(message) }
}

extension AnyHashable: JSONRepresentable {
  func json(_ printer: inout JSONPrinter) -> JSONValue { printer.erased(base) }
}

extension Optional: JSONRepresentable {
  /// `{"some": …}` if the wrapped value's JSON is `null` or itself such an object.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    guard let wrapped = self else { return .null }
    let content = printer.json(of: wrapped, as: Wrapped.self)
    guard content.isNull || content.onlyMember(named: "some") != nil else { return content }
    return printer.object("some", content)
  }
}
