public import Foundation
public import MachoValues

/// `Measurement(value: 3.5, unit: .meters)`. Also reads the symbol of a unit: `unit: "m"`.
extension Measurement: TextConvertible, SwiftSourceConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Measurement<UnitType> {
    let arguments = literal.arguments
    guard literal.callee == "Measurement" || literal.callee == "init",
      let value = arguments.first(where: { $0.label == "value" })?.literal,
      let unit = arguments.first(where: { $0.label == "unit" })?.literal
    else {
      throw literal.wrongType(
        Self.self, candidates: ["Measurement(value: 1, unit: .\(units.first?.name ?? "meters"))"])
    }
    return Measurement(value: try value.value(as: Double.self), unit: try Self.unit(unit))
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: "Measurement(value: ")
    printer.write(value)
    printer.write(text: ", unit: ")
    if let name = unitName { printer.write(text: "." + name) } else { printer.write(unit.symbol) }
    printer.write(text: ")")
  }

  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    guard let name = unitName else {
      throw printer.makeError("the unit '\(unit.symbol)' has no name in Swift")
    }
    let value = try printer.expression(value, as: Double.self)
    let unit = SwiftExpression.text("\(Swift.type(of: unit)).\(name)")
    return .list(
      "Measurement(", [.prefixed("value: ", value), .prefixed("unit: ", unit)], ")")
  }

  /// The units of this type with their names in Swift.
  private static var units: [(name: String, unit: UnitType)] {
    UnitNames.all.compactMap { name, unit in (unit as? UnitType).map { (name, $0) } }
  }

  private var unitName: String? { Self.units.first { $0.unit == unit }?.name }

  /// Returns the unit that a name, a symbol or the JSON object of a unit denotes.
  private static func unit(_ literal: Literal) throws(ValueError) -> UnitType {
    let object = literal.arguments.first { $0.label == "symbol" }?.literal
    let symbol = (object ?? literal).string
    let name = literal.word
    let units = units
    if let found = units.first(where: { $0.name == name || $0.unit.symbol == symbol }) {
      return found.unit
    }
    throw literal.error(
      .noSuchCase, "\(UnitType.self) has no unit \(literal.text)",
      candidates: units.prefix(3).map { "." + $0.name })
  }
}
