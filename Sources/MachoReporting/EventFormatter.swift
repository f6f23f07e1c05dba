import MachoSessions
import MachoValues

/// Formats events as a script's expected output.
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
    return lines(for: events)
      + (failure.map { DiagnosticFormatter.outputLines(for: $0, in: outcome) } ?? [])
  }

  /// Returns the lines of consecutive events. For a received action, they are its diff.
  package static func lines(for events: [Event]) -> [OutputLine] {
    var lines: [OutputLine] = []
    var diffs = 0
    for event in events {
      let count = lines.count
      lines += self.lines(for: event, diff: diffs)
      if lines[count...].contains(where: { $0.diff != nil }) { diffs += 1 }
    }
    return lines
  }

  /// Returns the lines of one event as text.
  package static func lines(for event: Event) -> [String] { lines(for: event, diff: 0).map(\.text) }

  private static func lines(for event: Event, diff ordinal: Int) -> [OutputLine] {
    func changes(_ diff: String?) -> [OutputLine] {
      diff.map { ByteSearch.lines(of: $0).map { OutputLine($0, diff: ordinal) } }
        ?? [OutputLine(unchanged)]
    }
    func split(_ text: String) -> [OutputLine] { ByteSearch.lines(of: text).map { OutputLine($0) } }
    switch event {
    case .opened, .asserted, .set, .waited, .unobserved, .called, .externalInput: return []
    case .changed(let diff), .received(_, let diff): return changes(diff)
    case .replayed(let line, let diff), .modified(let line, let diff):
      return split(line) + changes(diff)
    case .watched(let path, let value): return split("\(path) = \(value)")
    case .value(let text), .notice(let text), .help(let text): return split(text)
    case .actions(let cases):
      return cases.isEmpty ? ["(no actions)"] : cases.map { OutputLine($0.line) }
    case .effects(let effects): return effects.isEmpty ? ["(no effects)"] : effects.map(line)
    case .history(let entries, let position):
      return entries.isEmpty
        ? ["(no actions yet)"] : lines(for: entries, position).map { OutputLine($0) }
    }
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
      let changes = entry.changed ? "" : "  (no changes)"
      return "\(mark) \(padding)\(number)  \(entry.line)\(changes)\(names)"
    }
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
