import MachoSessions
import MachoTerminal

extension Prompt {
  /// Shows the effects in flight of a live session above the line being typed. Returns when to
  /// refresh them, or `nil` if there are none.
  @discardableResult
  func showStatus() -> Duration? {
    var effects = session.isLive ? session.effects : []
    let now = ContinuousClock.now
    var since: [String: ContinuousClock.Instant] = [:]
    for index in effects.indices {
      // A store's own clock does not advance while the store is idle.
      let key = "\(session.storeName ?? "")#\(effects[index].id)"
      let start = runningSince[key] ?? now - effects[index].age
      since[key] = start
      effects[index].age = now - start
    }
    runningSince = since
    source.showStatus(effects.isEmpty ? nil : Self.status(of: effects))
    return effects.isEmpty ? nil : .seconds(1)
  }

  static func status(of effects: [RunningEffect]) -> String {
    let count = effects.count == 1 ? "1 effect running" : "\(effects.count) effects running"
    let names = effects.map { effect in
      let name = effect.name == "run" ? effect.origin : "\(effect.name) of \(effect.origin)"
      return "#\(effect.id) \(name) \(effect.age.components.seconds)s"
    }
    return count + ": " + names.joined(separator: ", ")
  }
}
