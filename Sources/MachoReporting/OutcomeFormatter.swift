import MachoSessions
import MachoValues

/// Formats an outcome for a prompt: the command's own lines, then the `receive` line of each
/// received action with its diff.
public enum OutcomeFormatter {
  /// Returns the lines of an outcome.
  public static func lines(for outcome: Outcome) -> [String] {
    styledLines(for: outcome).map(\.text)
  }

  /// Returns the lines of an outcome with escapes.
  package static func escapedLines(for outcome: Outcome) -> [String] {
    lines(for: outcome).map(OutputEscaping.encode)
  }

  /// Returns the lines of an outcome with their roles. `compact` omits unchanged lines of diffs.
  public static func styledLines(for outcome: Outcome, compact: Bool = false) -> [StyledLine] {
    let failure = outcome.failure ?? outcome.expectedFailure
    let problem = failure.map { DiagnosticFormatter.lines(for: $0, in: outcome) } ?? []
    var lines: [StyledLine] = []
    for event in outcome.preceding { lines += received(event, compact) }
    for event in outcome.events { lines += promptOnlyLines(event) }
    for event in outcome.events { lines += self.lines(for: event, compact) }
    for (index, line) in problem.enumerated() {
      lines.append(StyledLine(line, isMainLine(index, of: failure, line) ? .problem : .plain))
    }
    for event in outcome.received { lines += received(event, compact) }
    return lines
  }

  /// Returns whether a line of the diagnostic contains its message.
  private static func isMainLine(_ index: Int, of failure: Diagnostic?, _ line: String) -> Bool {
    guard let failure else { return false }
    return index <= 1 && line.contains("\(failure.code): ")
  }

  /// Returns lines for events that scripts do not print: they are known there, or vary between
  /// runs.
  private static func promptOnlyLines(_ event: Event) -> [StyledLine] {
    switch event {
    case .set(let name, let value): [StyledLine("\(name) is \(value)", .notice)]
    case .waited(let effects): effects.map { StyledLine("waited for " + $0.identity, .notice) }
    default: []
    }
  }

  private static func received(_ event: Event, _ compact: Bool) -> [StyledLine] {
    guard case .received(let action, _) = event else { return lines(for: event, compact) }
    return [StyledLine("receive " + action, .received)] + lines(for: event, compact)
  }

  private static func lines(for event: Event, _ compact: Bool) -> [StyledLine] {
    switch event {
    case .changed(let diff?), .received(_, let diff?): changes(ByteSearch.lines(of: diff), compact)
    case .replayed(let line, let diff?):
      ByteSearch.lines(of: line).map { StyledLine($0, .received) }
        + changes(ByteSearch.lines(of: diff), compact)
    case .notice: EventFormatter.lines(for: event).map { StyledLine($0, .notice) }
    case .changed, .received: EventFormatter.lines(for: event).map { StyledLine($0, .unchanged) }
    default: EventFormatter.lines(for: event).map { StyledLine($0) }
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
