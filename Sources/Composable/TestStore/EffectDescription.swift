import MachoDiff

/// Says of an effect that is still running what it is and what it waits for.
enum EffectDescription {
  static func describe(_ effect: EffectRecord) -> String {
    let name = effect.label.map { " (\($0))" } ?? ""
    let waits = effect.statuses.map { "- \(describe($0))" }.joined(separator: "\n")
    return """
      \(stateText(effect.origin))

      Started by the ".run"\(name) at \(effect.callSite), which \(effect.isCancelled ? "was cancelled and " : "")waits:
      \(waits)
      """
  }

  static func list(_ effects: [EffectRecord]) -> String {
    effects.map(describe).joined(separator: "\n\n")
  }

  private static func describe(_ status: EffectStatus) -> String {
    switch status {
    case .asleep(let until, let remaining):
      "asleep until \(until) of a controlled clock or scheduler: advance it by \(remaining)"
    case .waiting(let what):
      "waiting on \(what)"
    case .external:
      """
      outside of the store, where nobody but the world knows when it will be done: the network, \
      a real clock, a task or a thread of its own. Override the dependency, or say how long to \
      wait with "timeout"
      """
    }
  }
}
