import MachoSessions

/// Renders an outcome as a prompt shows it: the command's own lines, then each received action as
/// the line that would assert it, with its diff.
public enum OutcomeFormatter {
  /// The lines to show.
  public static func lines(for outcome: Outcome) -> [String] {
    styledLines(for: outcome).map(\.text)
  }

  /// The lines to show, each with what it is; `compact` leaves out of diffs what did not change.
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

  /// Whether the line is the one that says what is wrong, not the command above it or the advice
  /// below.
  private static func isMainLine(_ index: Int, of failure: Diagnostic?, _ line: String) -> Bool {
    guard let failure else { return false }
    return index <= 1 && line.contains("\(failure.code): ")
  }

  /// What a script does not print: it stands there, or is not the same in every run.
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
    case .changed(let diff?), .received(_, let diff?): changes(splitLines(diff), compact)
    case .replayed(let line, let diff?):
      splitLines(line).map { StyledLine($0, .received) } + changes(splitLines(diff), compact)
    case .notice: EventFormatter.lines(for: event).map { StyledLine($0, .notice) }
    case .changed, .received: EventFormatter.lines(for: event).map { StyledLine($0, .unchanged) }
    default: EventFormatter.lines(for: event).map { StyledLine($0) }
    }
  }

  private static func changes(_ lines: [String], _ compact: Bool) -> [StyledLine] {
    (compact ? CompactDiff.lines(lines) : lines).map { line in
      // As a byte: a character is made of as many scalars as belong together, which takes a search.
      switch line.utf8.first {
      case UInt8(ascii: "-"): StyledLine(line, .removed)
      case UInt8(ascii: "+"): StyledLine(line, .added)
      default: StyledLine(line, .unchanged)
      }
    }
  }
}
