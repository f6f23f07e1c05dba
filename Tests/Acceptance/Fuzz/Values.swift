import Foundation
import MachoSessions
import MachoValues

enum Values {
  private static let syntax = ValueSyntax()

  private static let types: [Any.Type] = [
    Lamp.Action.self, Lamp.State.self, Int.self, UInt8.self, Double.self, String.self, Bool.self,
    Character.self, [Int].self, [String: Int].self, Set<Int>.self, Int?.self, Int??.self,
    Result<String, any Error>.self, Date.self, UUID.self, URL.self, Duration.self, Decimal.self,
    Data.self, ClosedRange<Int>.self, (x: Int, y: String).self, [[Lamp.State]].self,
  ]

  private static func typeAndText(_ bytes: [UInt8]) -> (Any.Type, String)? {
    guard let first = bytes.first, let text = String(validating: bytes.dropFirst(), as: UTF8.self)
    else { return nil }
    return (types[Int(first) % types.count], text)
  }

  /// Expects that a value that was read prints as text that reads back as an equal value.
  static func read(_ bytes: [UInt8]) {
    guard let (type, text) = typeAndText(bytes),
      let value = try? syntax.readValue(text[...], of: type)
    else { return }
    let printed = syntax.print(TypedValue(value, as: type))
    guard let reread = try? syntax.readValue(printed[...], of: type) else {
      fatalError("\(type): the printed text cannot be read: \(printed)")
    }
    // NaN is not equal to itself, so its text is compared.
    require(
      valuesEqual(value, reread) || syntax.print(TypedValue(reread, as: type)) == printed,
      "\(type): the printed text reads as a different value: \(printed)")
  }

  /// Expects that a value matches the pattern with the same text.
  static func match(_ bytes: [UInt8]) {
    guard let (type, text) = typeAndText(bytes),
      let pattern = try? ValuePattern(reading: text[...], type: type, syntax: syntax),
      let value = try? syntax.readValue(text[...], of: type)
    else { return }
    let printed = syntax.print(TypedValue(value, as: type))
    require(
      pattern.matches(value) || printed.contains("nan"), "\(type): \(text) does not match itself")
  }

  /// Expects that any comparison can be evaluated or fails with an error.
  static func compare(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self),
      let comparison = try? Comparison(reading: text[...])
    else { return }
    _ = try? comparison.evaluate(in: TypedValue(Lamp.State()))
  }
}
