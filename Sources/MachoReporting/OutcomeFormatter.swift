import MachoDiff
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
    for event in outcome.preceding { appendReceived(event, compact, to: &lines) }
    for event in outcome.events { lines += promptOnlyLines(event) }
    for event in outcome.events {
      if let list = columns.flatMap({ ListLayout(columns: $0).lines(for: event) }) {
        lines += StyledLine.plain(list)
      } else {
        append(event, compact, to: &lines)
      }
    }
    if let failure { lines += DiagnosticFormatter.styledLines(for: failure, in: outcome) }
    for event in outcome.received { appendReceived(event, compact, to: &lines) }
    return lines
  }

  /// Returns the lines that a script compares, with their roles. Their texts are those of
  /// `EventFormatter.lines(for:)`.
  package static func scriptLines(for outcome: Outcome) -> [StyledLine] {
    let failure = outcome.failure ?? outcome.expectedFailure
    var lines: [StyledLine] = []
    for event in outcome.events { append(event, false, to: &lines) }
    if let failure { lines += DiagnosticFormatter.styledLines(for: failure, in: outcome) }
    return lines
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
  package static func styledLines(for event: Event) -> [StyledLine] {
    var lines: [StyledLine] = []
    appendReceived(event, false, to: &lines)
    return lines
  }

  private static func appendReceived(
    _ event: Event, _ compact: Bool, to lines: inout [StyledLine]
  ) {
    if case .received(let action, _) = event {
      lines.append(StyledLine("receive " + action, .received))
    }
    append(event, compact, to: &lines)
  }

  private static func append(_ event: Event, _ compact: Bool, to lines: inout [StyledLine]) {
    switch event {
    case .changed(let change?), .received(_, let change?): append(change, compact, to: &lines)
    case .replayed(let line, let change?), .modified(let line, let change?):
      ByteSearch.forEachLine(of: line.text) { lines.append(StyledLine($0, .received)) }
      append(change, compact, to: &lines)
    case .notice: lines += EventFormatter.lines(for: event).map { StyledLine($0, .notice) }
    case .changed, .received:
      lines += EventFormatter.lines(for: event).map { StyledLine($0, .unchanged) }
    default: lines += StyledLine.plain(EventFormatter.lines(for: event))
    }
  }

  private static func append(_ change: Change, _ compact: Bool, to lines: inout [StyledLine]) {
    if compact {
      lines += CompactDiff.lines(of: change).map { StyledLine($0.text, LineRole($0.mark)) }
    } else {
      var marks = change.lines.makeIterator()
      ByteSearch.forEachLine(of: change.text) { text in
        lines.append(StyledLine(text, LineRole(marks.next()?.mark ?? .unchanged)))
      }
    }
  }
}

extension LineRole {
  fileprivate init(_ mark: ChangeLine.Mark) {
    switch mark {
    case .removed: self = .removed
    case .added: self = .added
    case .unchanged: self = .unchanged
    }
  }
}
