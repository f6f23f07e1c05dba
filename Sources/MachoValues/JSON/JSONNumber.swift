/// A JSON number: an Int if it is the text of one, else the text as written.
///
/// JSON sets no bounds. A number stored as text round-trips exactly, whether it is a UInt128, a
/// Decimal or the id of a client's request.
package struct JSONNumber: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case integer(Int)
    /// A number in JSON's grammar that is not the text of an Int.
    case text(String)
  }

  private let storage: Storage

  /// Creates a whole number.
  package init(_ value: Int) { storage = .integer(value) }

  /// Creates a whole number of any size.
  package init(_ value: some BinaryInteger) {
    storage = Int(exactly: value).map(Storage.integer) ?? .text(String(value))
  }

  /// Creates a number from the shortest text that reads back as the same Double. Returns `nil` if
  /// the value is not finite.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(verbatim: value.description)
  }

  /// Creates a number from its text, which must match JSON's grammar and must not be the text of an
  /// Int.
  init(verbatim text: String) { storage = .text(text) }

  /// The value as an Int. `nil` if it is not exactly one.
  package var int: Int? {
    if case .integer(let value) = storage { value } else { nil }
  }

  /// Whether the text is that of a whole number, without a fraction and an exponent.
  package var isInteger: Bool {
    switch storage {
    case .integer: true
    case .text(let text):
      !text.utf8.contains {
        [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains($0)
      }
    }
  }

  /// The nearest Double. `nil` if it is infinite.
  package var double: Double? {
    switch storage {
    case .integer(let value): Double(value)
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The number as text.
  package var text: String {
    switch storage {
    case .integer(let value): String(value)
    case .text(let text): text
    }
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
}
