import Collections
import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type with a form in JSON that is not its text in a string.
///
/// Of a type without one, the reader takes a string for the text: `"0..<10"`.
protocol JSONRepresentable: SendableMetatype {
  func json(_ printer: inout JSONPrinter) -> JSONValue
}

/// What the printer and the reader have to agree about.
enum JSONRules {
  /// Whether a string of JSON may be the text of a value that has no other form there.
  static func readsText(_ type: Any.Type) -> Bool {
    !(type is any JSONRepresentable.Type || type is any TextProxied.Type)
  }

  /// Whether the keys of an object, which are strings, hold the texts of such a type's values.
  static func readsKeyText(_ type: Any.Type) -> Bool {
    type is any Numeric.Type || type == Bool.self
  }

  /// The key of an object that stands for `key`, a value of `type`; nil where none does.
  static func name(of key: JSONValue, as type: Any.Type) -> String? {
    switch key {
    case .string(let text): text
    case .number, .bool: readsKeyText(type) ? key.text : nil
    default: nil
    }
  }
}

// How values of the standard library and of Foundation are written in JSON.

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
  /// JSON has no number for what is not finite.
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
  /// In base 64.
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(base64EncodedString()) }
}

extension Decimal: JSONRepresentable {
  /// A string: most readers of JSON take a number for a Double, which has other digits.
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(isNaN ? "nan" : description) }
}

extension Date: JSONRepresentable {
  /// ISO 8601 where it tells the date exactly.
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
  /// `{"some": …}` where what is wrapped could be taken for nil, or for such an object.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    guard let wrapped = self else { return .null }
    let content = printer.json(of: wrapped, as: Wrapped.self)
    guard content.isNull || content.onlyMember(named: "some") != nil else { return content }
    return printer.object("some", content)
  }
}
