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
  package static func lines(for outcome: Outcome, isRecorded: Bool = false) -> [String] {
    let failure = outcome.failure ?? outcome.expectedFailure
    return outcome.events.flatMap {
      lines(for: outcome.wasLive && !isRecorded ? $0.withoutAges : $0)
    }
      + (failure.map { DiagnosticFormatter.lines(for: $0, in: outcome) } ?? [])
  }

  /// Returns the lines of one event. For a received action, they are its diff.
  package static func lines(for event: Event) -> [String] {
    switch event {
    case .opened, .asserted, .set, .waited, .unobserved, .called, .externalInput: []
    case .changed(let diff), .received(_, let diff): split(diff ?? unchanged)
    case .replayed(let line, let diff): split(line) + split(diff ?? unchanged)
    case .watched(let path, let value): split("\(path) = \(value)")
    case .value(let text), .notice(let text), .help(let text): split(text)
    case .actions(let cases): cases.isEmpty ? ["(no actions)"] : cases.map(\.line)
    case .effects(let effects): effects.isEmpty ? ["(no effects)"] : effects.map(line)
    case .history(let entries, let position):
      entries.isEmpty ? ["(no actions yet)"] : lines(for: entries, position)
    }
  }

  private static func line(for effect: RunningEffect) -> String {
    let age = effect.age > .zero ? "age \(ValueSyntax().print(effect.age))  " : ""
    return "#\(effect.id) \(effect.name)  from \(effect.origin) at \(effect.location)  "
      + "\(age)\(effect.status)"
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

  private static func split(_ text: String) -> [String] {
    ByteSearch.lines(of: text)
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
