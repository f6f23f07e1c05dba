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
protocol JSONForm: SendableMetatype {
  func json(_ printer: inout JSONPrinter) -> JSONValue
}

/// What the printer and the reader have to agree about.
enum JSONForms {
  /// Whether a string of JSON may be the text of a value that has no other form there.
  static func readsText(_ type: Any.Type) -> Bool {
    !(type is any JSONForm.Type || type is any TextProxied.Type)
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

extension JSONForm where Self: BinaryInteger {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .number(JSONNumber(self)) }
}

extension Int: JSONForm {}
extension Int8: JSONForm {}
extension Int16: JSONForm {}
extension Int32: JSONForm {}
extension Int64: JSONForm {}
extension Int128: JSONForm {}
extension UInt: JSONForm {}
extension UInt8: JSONForm {}
extension UInt16: JSONForm {}
extension UInt32: JSONForm {}
extension UInt64: JSONForm {}
extension UInt128: JSONForm {}

extension JSONForm where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// JSON has no number for what is not finite.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    isFinite ? .number(JSONNumber(verbatim: description)) : .string(description)
  }
}

extension Double: JSONForm {}
extension Float: JSONForm {}
#if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
  extension Float80: JSONForm {}
#endif
#if !(os(macOS) && arch(x86_64))
  extension Float16: JSONForm {}
#endif

extension Bool: JSONForm {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .bool(self) }
}

extension JSONForm where Self: CustomStringConvertible & ExpressibleByUnicodeScalarLiteral {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(description) }
}

extension String: JSONForm {}
extension Substring: JSONForm {}
extension Character: JSONForm {}
extension Unicode.Scalar: JSONForm {}

extension UUID: JSONForm {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(uuidString) }
}

extension Data: JSONForm {
  /// In base 64.
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(base64EncodedString()) }
}

extension Decimal: JSONForm {
  /// A string: most readers of JSON take a number for a Double, which has other digits.
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(isNaN ? "nan" : description) }
}

extension Date: JSONForm {
  /// ISO 8601 where it tells the date exactly.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    if let text = isoText { return .string(text) }
    let interval = printer.inside { $0.json(of: timeIntervalSinceReferenceDate, as: Double.self) }
    return printer.object("timeIntervalSinceReferenceDate", interval)
  }
}

extension URL: JSONForm {
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    guard let baseURL else { return .string(absoluteString) }
    return printer.inside { printer in
      ["string": .string(relativeString), "relativeTo": printer.json(of: baseURL, as: URL.self)]
    }
  }
}

extension ScriptError: JSONForm {
  func json(_ printer: inout JSONPrinter) -> JSONValue { .string(message) }
}

extension AnyHashable: JSONForm {
  func json(_ printer: inout JSONPrinter) -> JSONValue { printer.erased(base) }
}

extension Optional: JSONForm {
  /// `{"some": …}` where what is wrapped could be taken for nil, or for such an object.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    guard let wrapped = self else { return .null }
    let content = printer.json(of: wrapped, as: Wrapped.self)
    guard content.isNull || content.onlyMember(named: "some") != nil else { return content }
    return printer.object("some", content)
  }
}
