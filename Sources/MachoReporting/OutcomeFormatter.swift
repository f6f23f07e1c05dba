import MachoSessions
import MachoValues

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
    for event in outcome.preceding { lines += received(event, compact) }
    for event in outcome.events { lines += promptOnlyLines(event) }
    for event in outcome.events {
      lines +=
        columns.flatMap { ListLayout(columns: $0).lines(for: event) }?.map { StyledLine($0) }
        ?? self.lines(for: event, compact)
    }
    if let failure { lines += DiagnosticFormatter.styledLines(for: failure, in: outcome) }
    for event in outcome.received { lines += received(event, compact) }
    return lines
  }

  /// Returns the lines that a script compares, with their roles. Their texts are those of
  /// `EventFormatter.lines(for:)`.
  package static func scriptLines(for outcome: Outcome) -> [StyledLine] {
    let failure = outcome.failure ?? outcome.expectedFailure
    return outcome.events.flatMap { lines(for: $0, false) }
      + (failure.map { DiagnosticFormatter.styledLines(for: $0, in: outcome) } ?? [])
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
  package static func styledLines(for event: Event) -> [StyledLine] { received(event, false) }

  private static func received(_ event: Event, _ compact: Bool) -> [StyledLine] {
    guard case .received(let action, _) = event else { return lines(for: event, compact) }
    return [StyledLine("receive " + action, .received)] + lines(for: event, compact)
  }

  private static func lines(for event: Event, _ compact: Bool) -> [StyledLine] {
    switch event {
    case .changed(let diff?), .received(_, let diff?): changes(ByteSearch.lines(of: diff), compact)
    case .replayed(let line, let diff?), .modified(let line, let diff?):
      ByteSearch.lines(of: line).map { StyledLine($0, .received) }
        + changes(ByteSearch.lines(of: diff), compact)
    case .notice:
      EventFormatter.lines(for: event).map { (line: String) in StyledLine(line, .notice) }
    case .changed, .received:
      EventFormatter.lines(for: event).map { (line: String) in StyledLine(line, .unchanged) }
    default: EventFormatter.lines(for: event).map { (line: String) in StyledLine(line) }
    }
  }

  private static func changes(_ lines: [String], _ compact: Bool) -> [StyledLine] {
    (compact ? CompactDiff.lines(lines) : lines).map { line in
      // PERFORMANCE: compare a byte, as finding a character's end is slow.
      switch line.utf8.first {
      case UInt8(ascii: "-"): StyledLine(line, .removed)
      case UInt8(ascii: "+"): StyledLine(line, .added)
      default: StyledLine(line, .unchanged)
      }
    }
  }
}
