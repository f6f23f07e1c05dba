import MachoDiff
import MachoSessions
import MachoValues

/// Formats events as a script's expected output. A prompt shows the same lines.
package enum EventFormatter {
  /// The text for an unchanged state.
  package static let unchanged = "(No state changes)"

  /// Returns the lines of a command's events, followed by its failure.
  ///
  /// The ages of live effects differ from run to run and are omitted, except in recordings: the
  /// recorded script advances the clock by the same time.
  package static func lines(for outcome: Outcome, isRecorded: Bool = false) -> [OutputLine] {
    let failure = outcome.failure ?? outcome.expectedFailure
    let events =
      outcome.wasLive && !isRecorded ? outcome.events.map(\.withoutAges) : outcome.events
    var lines = lines(for: events)
    if let failure { lines += DiagnosticFormatter.outputLines(for: failure, in: outcome) }
    return lines
  }

  /// Returns the lines of consecutive events. For a received action, they are its diff. `compact`
  /// omits unchanged lines of diffs.
  package static func lines(for events: [Event], compact: Bool = false) -> [OutputLine] {
    var lines: [OutputLine] = []
    var diffs = 0
    for event in events { append(event, compact, to: &lines, &diffs) }
    return lines
  }

  /// Returns the lines of one event as text.
  package static func lines(for event: Event) -> [String] { lines(for: [event]).map(\.text) }

  /// Appends the lines of an event. `diffs` counts the diffs of the output.
  private static func append(
    _ event: Event, _ compact: Bool, to lines: inout [OutputLine], _ diffs: inout Int
  ) {
    switch event {
    case .opened, .asserted, .set, .waited, .unobserved, .called, .externalInput, .remark: break
    case .changed(let change), .compared(let change), .received(_, let change, _):
      append(change, compact, to: &lines, &diffs)
    case .replayed(let line, nil), .modified(let line, nil):
      append(text: line.text, to: &lines)
      lines.append(OutputLine(unchanged))
    case .replayed(let line, let change?), .modified(let line, let change?):
      append(text: line.text, .received, to: &lines)
      append(change, compact, to: &lines, &diffs)
    case .watched(let path, let value): append(text: "\(path) = \(value)", to: &lines)
    case .value(let text), .help(let text): append(text: text, to: &lines)
    case .notice(let text): append(text: text, .notice, to: &lines)
    case .actions(let cases):
      if cases.isEmpty { lines.append("(no actions)") }
      lines += cases.map { OutputLine($0.line) }
    case .effects(let effects):
      if effects.isEmpty { lines.append("(no effects)") }
      lines += effects.map(line)
    case .history(let entries, let position):
      if entries.isEmpty { lines.append("(no actions yet)") }
      lines += self.lines(for: entries, position).map { OutputLine($0) }
    }
  }

  private static func append(
    _ change: Change?, _ compact: Bool, to lines: inout [OutputLine], _ diffs: inout Int
  ) {
    guard let change else { return lines.append(OutputLine(unchanged, .unchanged)) }
    lines += compact ? CompactDiff.lines(of: change) : OutputLine.lines(of: change, diff: diffs)
    diffs += 1
  }

  private static func append(
    text: String, _ role: LineRole = .plain, to lines: inout [OutputLine]
  ) {
    ByteSearch.forEachLine(of: text) { lines.append(OutputLine($0, role)) }
  }

  private static func line(for effect: RunningEffect) -> OutputLine {
    let age = effect.age > .zero ? "age \(ValueSyntax().print(effect.age))  " : ""
    return OutputLine(
      "#\(effect.id) \(effect.name)  from \(effect.origin) at \(effect.location)  "
        + "\(age)\(effect.status)",
      locations: [effect.location])
  }

  private static func lines(for entries: [HistoryEntry], _ position: Int) -> [String] {
    let width = String(entries.count).count
    return entries.map { entry in
      let number = String(entry.number)
      let padding = String(repeating: " ", count: width - number.count)
      let mark = entry.number == position ? ">" : " "
      let names = entry.marks.isEmpty ? "" : "  [\(entry.marks.joined(separator: ", "))]"
      let changes = entry.changed ? entry.keptProperties : "  (no changes)"
      return "\(mark) \(padding)\(number)  \(entry.line)\(changes)\(names)"
    }
  }
}

extension HistoryEntry {
  /// What `undo` does not restore.
  fileprivate var keptProperties: String {
    guard !objectChanges.isEmpty else { return "" }
    let rest = objectChanges.count > 3 ? " and \(objectChanges.count - 3) more" : ""
    return "  (undo keeps \(objectChanges.prefix(3).joined(separator: ", "))\(rest))"
  }
}

extension Event {
  /// The event without ages, which depend on the wall clock.
  fileprivate var withoutAges: Event {
    guard case .effects(let effects) = self else { return self }
    return .effects(
      effects.map { effect in
        var effect = effect
        effect.age = .zero
        return effect
      })
  }
}
