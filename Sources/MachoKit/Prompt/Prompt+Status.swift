import MachoSessions
import MachoTerminal

extension Prompt {
  /// Shows the effects that run in real time, above the line being typed, and says when to show them
  /// again: never, where there are none.
  @discardableResult
  func showStatus() -> Duration? {
    let effects = session.isLive ? session.effects : []
    source.showStatus(effects.isEmpty ? nil : Self.status(of: effects))
    return effects.isEmpty ? nil : .seconds(1)
  }

  static func status(of effects: [RunningEffect]) -> String {
    let count = effects.count == 1 ? "1 effect runs" : "\(effects.count) effects run"
    let names = effects.map { effect in
      let name = effect.name == "run" ? effect.origin : "\(effect.name) of \(effect.origin)"
      return "#\(effect.id) \(name) \(effect.age.components.seconds)s"
    }
    return count + ": " + names.joined(separator: ", ")
  }
}
