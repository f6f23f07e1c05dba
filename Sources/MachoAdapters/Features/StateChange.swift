import MachoValues

/// What `receive` asserts for a change of the state that no action made: `changed`, or
/// `changed(by: #1)` for one by the effect #1.
public enum StateChange: Equatable, Sendable {
  /// The state has changed.
  case changed(by: StateChanger)

  init(effect: Int?) { self = .changed(by: effect.map(StateChanger.effect) ?? .outside) }
}

/// What changed the state without an action.
public enum StateChanger: Equatable, Sendable {
  /// The effect with this ID.
  case effect(Int)
  /// No effect of the store, as far as macho knows: for example, another thread.
  case outside
}

/// `#1` or `outside`
extension StateChanger: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> StateChanger {
    if let id = literal.ordinal { return .effect(id) }
    guard literal.word == "outside" else {
      throw literal.wrongType(StateChanger.self, candidates: ["#1", "outside"])
    }
    return .outside
  }

  public func write(to printer: inout ValuePrinter) {
    switch self {
    case .effect(let id): printer.write(text: "#\(id)")
    case .outside: printer.write(text: "outside")
    }
  }
}
