import MachoSessions

/// Renders an outcome as a prompt shows it: the command's own lines, then each received action as
/// the line that would assert it, with its diff.
public enum OutcomeText {
  /// The lines to show.
  public static func lines(for outcome: Outcome) -> [String] {
    EventText.lines(for: outcome) + outcome.received.flatMap(received)
  }

  private static func received(_ event: Event) -> [String] {
    guard case .received(let action, _) = event else { return EventText.lines(for: event) }
    return ["receive " + action] + EventText.lines(for: event)
  }
}
