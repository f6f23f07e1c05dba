import Foundation
import MachoDiff
import MachoValues
import Testing

@testable import MachoAdapters

@Suite struct MeasurementTests {
  private let syntax = ValueSyntax()
  private let length = Measurement(value: 3.5, unit: UnitLength.kilometers)

  @Test(arguments: [
    "Measurement(value: 3.5, unit: .kilometers)", #"Measurement(value: 3.5, unit: "km")"#,
    "Measurement<UnitLength>(\n  value: 3.5,\n  unit: \"km\"\n)",
    ".init(value: 3.5, unit: .kilometers)",
  ])
  func `A unit is read by its name or by its symbol`(text: String) throws {
    let read: Measurement<UnitLength> = try syntax.read(text[...])
    #expect(read.value == 3.5 && read.unit == .kilometers)
  }

  @Test func `A measurement is printed with the name of its unit`() throws {
    #expect(syntax.print(length) == "Measurement(value: 3.5, unit: .kilometers)")
    let other = Measurement(value: 1, unit: Unit(symbol: "x"))
    #expect(syntax.print(other) == #"Measurement(value: 1.0, unit: "x")"#)
    var printer = SwiftSourcePrinter(syntax: syntax)
    let source = try printer.expression(length, as: type(of: length)).line
    #expect(source == "Measurement(value: 3.5, unit: UnitLength.kilometers)")
  }

  @Test func `What a state prints can be typed`() throws {
    let read: Measurement<UnitLength> = try syntax.read(stateText(length)[...])
    #expect(read.value == 3.5 && read.unit == .kilometers)
  }

  @Test func `Equal lengths in other units differ`() {
    let meters = Measurement(value: 3500, unit: UnitLength.meters)
    #expect(length == meters)
    #expect(stateDiff(length, meters) != nil)
  }

  @Test(arguments: [
    "Measurement(value: 1, unit: .grams)", #"Measurement(value: 1, unit: "xx")"#,
    "Measurement(value: 1)", "3",
  ])
  func `A unit of another dimension is refused`(text: String) {
    #expect(throws: ValueError.self) {
      try syntax.read(text[...], as: Measurement<UnitLength>.self)
    }
  }

  @Test func `Names and symbols of a dimension are unique`() {
    let groups = Dictionary(grouping: UnitNames.all) { ObjectIdentifier(type(of: $0.unit)) }
    for units in groups.values {
      #expect(Set(units.map(\.name)).count == units.count)
      #expect(Set(units.map(\.unit.symbol)).count == units.count)
    }
  }
}
