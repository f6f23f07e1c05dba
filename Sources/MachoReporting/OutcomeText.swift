import MachoSessions

/// Renders an outcome as a prompt shows it: the command's own lines, then each received action as
/// the line that would assert it, with its diff.
public enum OutcomeText {
  /// The lines to show.
  public static func lines(for outcome: Outcome) -> [String] {
    outcome.preceding.flatMap(received) + outcome.events.flatMap(remark)
      + EventText.lines(for: outcome)
      + outcome.received.flatMap(received)
  }

  /// What a script does not print: it stands there, or is not the same in every run.
  private static func remark(_ event: Event) -> [String] {
    switch event {
    case .set(let name, let value): ["\(name) is \(value)"]
    case .waited(let effects): effects.map { "waited for " + $0.identity }
    default: []
    }
  }

  private static func received(_ event: Event) -> [String] {
    guard case .received(let action, _) = event else { return EventText.lines(for: event) }
    return ["receive " + action] + EventText.lines(for: event)
  }
}
