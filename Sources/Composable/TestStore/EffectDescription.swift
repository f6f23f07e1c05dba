import MachoDiff

/// Describes in-flight effects and what they wait for.
enum EffectDescription {
  static func describe(_ effect: EffectRecord) -> String {
    let name = effect.label.map { " (\($0))" } ?? ""
    let statuses = effect.statuses.map { "- \(describe($0))" }.joined(separator: "\n")
    return """
      \(stateText(effect.origin))

      Started by the ".run"\(name) at \(effect.callSite), which \(effect.isCancelled ? "was cancelled and " : "")waits:
      \(statuses)
      """
  }

  static func list(_ effects: [EffectRecord]) -> String {
    effects.map(describe).joined(separator: "\n\n")
  }

  private static func describe(_ status: EffectStatus) -> String {
    switch status {
    case .asleep(let until, let remaining):
      "asleep until \(until) of a test clock or scheduler: advance it by \(remaining)"
    case .waiting(let what, _):
      "waiting on \(what)"
    case .external:
      """
      external work: the network, a real clock, or a task or thread outside of the store. Override \
      the dependency, or set how long to wait with "timeout"
      """
    }
  }
}
