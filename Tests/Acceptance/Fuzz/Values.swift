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

  /// What is read can be printed, and what is printed is read as an equal value.
  static func read(_ bytes: [UInt8]) {
    guard let (type, text) = typeAndText(bytes),
      let value = try? syntax.readValue(text[...], of: type)
    else { return }
    let printed = syntax.print(TypedValue(value, as: type))
    guard let again = try? syntax.readValue(printed[...], of: type) else {
      fatalError("\(type): what is printed is not read: \(printed)")
    }
    // Not a number is no number's equal, and so its text is compared.
    require(
      valuesEqual(value, again) || syntax.print(TypedValue(again, as: type)) == printed,
      "\(type): what is printed is read as another value: \(printed)")
  }

  /// A value that is read matches the pattern of the same text.
  static func match(_ bytes: [UInt8]) {
    guard let (type, text) = typeAndText(bytes),
      let pattern = try? ValuePattern(reading: text[...], type: type, syntax: syntax),
      let value = try? syntax.readValue(text[...], of: type)
    else { return }
    let printed = syntax.print(TypedValue(value, as: type))
    require(
      pattern.matches(value) || printed.contains("nan"), "\(type): \(text) does not match itself")
  }

  static func compare(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self),
      let comparison = try? Comparison(reading: text[...])
    else { return }
    _ = try? comparison.evaluate(in: TypedValue(Lamp.State()))
  }
}
