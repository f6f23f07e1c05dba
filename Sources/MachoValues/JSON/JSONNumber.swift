/// A number of JSON: an Int where it is one, else the text that it was written as.
///
/// JSON sets no bounds. A number that is kept as its text comes back as it came, be it a UInt128, a
/// Decimal or the id of a client's request.
package struct JSONNumber: Equatable, Sendable {
  private enum Storage: Equatable, Sendable {
    case integer(Int)
    /// A number by JSON's grammar, and not the text of an Int.
    case text(String)
  }

  private let storage: Storage

  /// A whole number.
  package init(_ value: Int) { storage = .integer(value) }

  /// A whole number of any size.
  package init(_ value: some BinaryInteger) {
    storage = Int(exactly: value).map(Storage.integer) ?? .text(String(value))
  }

  /// The shortest text that reads back as the same Double; nil for what JSON has no number for.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(verbatim: value.description)
  }

  /// A text that the caller knows to be a number by JSON's grammar, and not the text of an Int.
  init(verbatim text: String) { storage = .text(text) }

  /// The value as an Int; nil where none is exactly that.
  package var int: Int? {
    if case .integer(let value) = storage { value } else { nil }
  }

  /// The nearest Double; nil where it would be infinite.
  package var double: Double? {
    switch storage {
    case .integer(let value): Double(value)
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The number as it is written.
  package var text: String {
    switch storage {
    case .integer(let value): String(value)
    case .text(let text): text
    }
  }
}
