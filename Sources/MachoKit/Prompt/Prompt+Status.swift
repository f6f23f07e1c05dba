import MachoSessions
import MachoTerminal

extension Prompt {
  /// Shows the effects in flight of a live session above the line being typed, or that the session is
  /// about to continue in a rebuilt driver. Returns when to refresh them, or `nil` if there are none.
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
    let status = effects.isEmpty ? nil : Self.status(of: effects)
    source.showStatus(isReloadDue ? Self.reloadNotice : status)
    return effects.isEmpty ? nil : .seconds(1)
  }

  private static let reloadNotice =
    "the driver was rebuilt: the session continues in it after this line"

  static func status(of effects: [RunningEffect]) -> String {
    let count = effects.count == 1 ? "1 effect running" : "\(effects.count) effects running"
    let names = effects.map { effect in
      let name = effect.name == "run" ? effect.origin : "\(effect.name) of \(effect.origin)"
      return "#\(effect.id) \(name) \(effect.age.components.seconds)s"
    }
    return count + ": " + names.joined(separator: ", ")
  }
}
