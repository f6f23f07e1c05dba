import MachoSessions

/// Renders an outcome as a prompt shows it: the command's own lines, then each received action as
/// the line that would assert it, with its diff.
public enum OutcomeText {
  /// The lines to show.
  public static func lines(for outcome: Outcome) -> [String] {
    outcome.events.flatMap(setting) + EventText.lines(for: outcome)
      + outcome.received.flatMap(received)
  }

  /// What a script does not print, because it stands there.
  private static func setting(_ event: Event) -> [String] {
    guard case .set(let name, let value) = event else { return [] }
    return ["\(name) is \(value)"]
  }

  private static func received(_ event: Event) -> [String] {
    guard case .received(let action, _) = event else { return EventText.lines(for: event) }
    return ["receive " + action] + EventText.lines(for: event)
  }
}
