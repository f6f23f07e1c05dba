import MachoSessions

/// Formats an outcome for a prompt: the command's own lines, then the `receive` line of each
/// received action with its diff.
package enum OutcomeFormatter {
  /// Returns the lines of an outcome.
  package static func lines(for outcome: Outcome) -> [String] {
    styledLines(for: outcome).map(\.text)
  }

  /// Returns the lines of an outcome with their roles. `compact` omits unchanged lines of diffs.
  /// With `columns`, the width of a terminal, lists have columns and are wrapped at words.
  package static func styledLines(
    for outcome: Outcome, compact: Bool = false, columns: Int? = nil
  ) -> [StyledLine] {
    let failure = outcome.failure ?? outcome.expectedFailure
    var lines: [StyledLine] = []
    for event in outcome.preceding { lines += styledLines(for: event, compact: compact) }
    for event in outcome.events { lines += promptOnlyLines(event) }
    lines += outcome.filled.map { property in
      StyledLine(
        "\(property.type).\(property.name) is \(property.value), its default in the source",
        .notice)
    }
    for event in outcome.events {
      if let list = columns.flatMap({ ListLayout(columns: $0).lines(for: event) }) {
        lines += StyledLine.plain(list)
      } else {
        lines += EventFormatter.lines(for: [event], compact: compact).map(\.styled)
      }
    }
    if let failure { lines += DiagnosticFormatter.styledLines(for: failure, in: outcome) }
    for event in outcome.received { lines += styledLines(for: event, compact: compact) }
    return lines
  }

  /// Returns the lines that a script compares, with their roles and the ages of live effects.
  package static func scriptLines(for outcome: Outcome) -> [StyledLine] {
    EventFormatter.lines(for: outcome, isRecorded: true).map(\.styled)
  }

  /// Returns lines for events that scripts do not print: they are known there, or vary between
  /// runs.
  private static func promptOnlyLines(_ event: Event) -> [StyledLine] {
    switch event {
    case .set(let name, let value): [StyledLine("\(name) is \(value)", .notice)]
    case .waited(let effects): effects.map { StyledLine("waited for " + $0.identity, .notice) }
    case .unobserved(let endpoints, let areAsyncStreams):
      UnobservedEndpoints.lines(for: endpoints, areAsyncStreams: areAsyncStreams)
        .map { StyledLine($0, .notice) }
    default: []
    }
  }

  /// Returns the lines of an event with their roles. A received action has its `receive` line.
  package static func styledLines(for event: Event, compact: Bool = false) -> [StyledLine] {
    let lines = EventFormatter.lines(for: [event], compact: compact).map(\.styled)
    guard case .received(let action, _, _) = event else { return lines }
    return [StyledLine("receive " + action, .received)] + lines
  }
}
