import Composable
import MachoKit

/// A type that defines its own text: `21.5` instead of `Celsius(degrees: 21.5)`.
struct Celsius: Equatable, Sendable {
  var degrees: Double
}

extension Celsius: TextConvertible {
  /// Reads `21.5`, and `Celsius(degrees: 21.5)`, the form in diffs.
  static func read(_ literal: Literal) throws(ValueError) -> Celsius {
    let number = literal.callee == "Celsius" ? literal.arguments.first?.literal : literal
    return Celsius(degrees: try (number ?? literal).value(as: Double.self))
  }

  func write(to printer: inout ValuePrinter) { printer.write(degrees) }
}

extension Celsius: SwiftSourceConvertible {
  func swiftExpression(
    using printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> SwiftExpression {
    .text("Celsius(degrees: \(degrees))")
  }
}

/// A type of another module, which `LeafRegistry` registers below.
struct Color: Equatable, Sendable {
  var hex: String
}

/// An error that scripts can throw by its name.
enum ThermostatError: Error {
  case tooHot(limit: Celsius)
}

struct Thermostat: Reducer {
  struct State: Equatable {
    var target = Celsius(degrees: 20)
    var light = Color(hex: "00ff00")
    var problem: String?
  }

  enum Action {
    case targetChanged(Celsius)
    case lightChanged(Color)
    case failed(any Error)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .targetChanged(let target): state.target = target
      case .lightChanged(let light): state.light = light
      case .failed(let error): state.problem = "\(error)"
      }
      return .none
    }
  }
}

extension Examples {
  static let thermostat = Feature(
    "thermostat", start: Thermostat.State(), syntax: thermostatSyntax
  ) {
    Thermostat()
  }

  private static let thermostatSyntax: ValueSyntax = {
    var leaves = LeafRegistry.standard
    leaves.register(
      Color.self,
      read: { literal in
        (literal.string ?? literal.arguments.first?.literal.string).map(Color.init(hex:))
      },
      print: { "\"\($0.hex)\"" },
      source: { "Color(hex: \"\($0.hex)\")" })
    let actions = CaseOverrides(Thermostat.Action.self, order: ["targetChanged"])
      .with(default: "21", for: "0", of: "targetChanged")
    return ValueSyntax(leaves: leaves, caseOverrides: CaseOverrideSet([actions]))
  }()
}
