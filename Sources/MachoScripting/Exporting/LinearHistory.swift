import MachoSessions

/// The lines that lead to a session's final state, without the lines that were undone.
///
/// Replaying these lines alone can lead to another state: an effect that time travel cancelled
/// keeps running in the replay. `replay` therefore compares the actions and diffs.
struct LinearHistory {
  private struct Entry {
    var item: ExportItem
    /// The store in use after the line.
    var store: Int?
    /// The actions that the line applied to that store.
    var actionIDs: [Int] = []
    /// The last action in force after the line.
    var currentAction: Int?
  }

  private var entries: [Entry] = []
  /// The IDs of the actions in force, by store.
  private var activeIDs: [Int: [Int]] = [:]
  private var transitions: [Int: [Int: JournalTransition]] = [:]
  /// Whether the session used time travel.
  private(set) var hasTimeTravel = false

  mutating func consume(_ item: ExportItem) {
    var entry = Entry(item: item)
    if case .line(let line) = item {
      for transition in line.transitions {
        activeIDs[transition.store, default: []].append(transition.id)
        transitions[transition.store, default: [:]][transition.id] = transition
      }
      if let store = line.store {
        if let ids = line.activeActionIDs {
          activeIDs[store] = ids
          hasTimeTravel = true
        }
        entry.currentAction = activeIDs[store]?.last ?? 0
      }
      entry.store = line.store
      entry.actionIDs = line.transitions.map(\.id)
    }
    entries.append(entry)
  }

  /// Replays the lines in a new session and calls `consume` for each item.
  ///
  /// Throws if a line fails, or if the replay leads to other actions or diffs.
  func replay(
    in session: Session,
    willRun: (Line) throws(Diagnostic) -> Void = { _ throws(Diagnostic) in },
    _ consume: @escaping (ExportItem) -> Void
  ) throws(Diagnostic) {
    var loop = CommandLoop(linesIn: session)
    var replayed: [Int: [JournalTransition]] = [:]
    var lines: [JournalLine] = []
    session.journal = Journal { if $0.hasRun { lines.append($0) } }
    // The last replayed action of each store.
    var currentActions: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard case .line(let line) = entry.item else {
        consume(entry.item)
        continue
      }
      if onlyLedToUndoneActions(index) { continue }
      for command in commands(for: line, entry, currentActions) {
        // Effects have other numbers in the replay if undone actions started some.
        let command =
          line.assertsModification ? session.pendingReceiveLines.first ?? command : command
        try willRun(command)
        var outcome = loop.run(command).outcome
        if outcome.failure?.code == "unused-stub" {
          // Only undone actions called these stubs.
          session.removeUnusedStubs()
          lines = []
          outcome = loop.run(command).outcome
        }
        if let failure = outcome.failure { throw replayError(command, failure) }
        for line in lines {
          for transition in line.transitions {
            replayed[transition.store, default: []].append(transition)
          }
          consume(.line(line))
        }
        lines = []
      }
      if let store = entry.store, let last = entry.actionIDs.last, isActive(last, store) {
        currentActions[store] = last
      }
    }
    for (store, ids) in activeIDs {
      let expected = ids.compactMap { transitions[store]?[$0] }
      for (index, transition) in expected.enumerated() {
        guard let actual = replayed[store], index < actual.count,
          actual[index].repeats(transition), actual[index].change == transition.change
        else {
          throw divergence(transition.line.text, "the action is missing or changes something else")
        }
      }
    }
  }

  /// Returns the commands that replay a line: none for an undone line or for time travel itself.
  private func commands(
    for line: JournalLine, _ entry: Entry, _ currentActions: [Int: Int]
  ) -> [Line] {
    let parsed = line.outcome.line ?? Line(line.outcome.text)
    guard let command = parsed.command, let store = entry.store else { return [parsed] }
    if line.activeActionIDs != nil { return [] }
    guard entry.actionIDs.isEmpty || entry.actionIDs.contains(where: { isActive($0, store) }) else {
      return []
    }
    if command.traits.contains(.repeatsActions) {
      let start = line.openedStores.isEmpty ? nil : parsed.replayStart
      return (start.map { [Line(.start, String($0.text))] } ?? []) + line.transitions.map(\.line)
    }
    // After an undone action the replay has another state.
    if command.traits.contains(.readsState), entry.currentAction != currentActions[store] ?? 0 {
      return []
    }
    return [parsed]
  }

  /// Whether a line let effects continue, and all that they sent was undone.
  private func onlyLedToUndoneActions(_ index: Int) -> Bool {
    let continuing: [Command] = [.advance, .runClock, .settle, .answer]
    guard case .line(let line) = entries[index].item, let store = entries[index].store,
      let command = line.outcome.line?.command, continuing.contains(command)
    else { return false }
    let received = entries[(index + 1)...].prefix { entry in
      guard case .line(let line) = entry.item else { return false }
      return line.outcome.line?.command == .receive && entry.store == store
    }
    let ids = received.flatMap(\.actionIDs)
    return !ids.isEmpty && !ids.contains { isActive($0, store) }
  }

  private func isActive(_ id: Int, _ store: Int) -> Bool { activeIDs[store]?.contains(id) ?? false }

  /// The error for a line that fails without the undone actions.
  private func replayError(_ line: Line, _ failure: Diagnostic) -> Diagnostic {
    Diagnostic(
      "not-supported", "without the undone actions, '\(line.text)' fails: \(failure.message)",
      notes: failure.notes + [Self.advice])
  }

  private static let advice =
    "a TestStore cannot undo: export a session without time travel, or 'replay' in a new one"

  private func divergence(_ line: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      "not-supported", "replaying the actions in force does not lead to the same state",
      notes: [
        "at:  \(line)", reason, Self.advice,
      ])
  }
}

extension JournalLine {
  /// Whether the line asserts one change that no action made.
  fileprivate var assertsModification: Bool {
    outcome.line?.command == .receive && transitions.count == 1
      && transitions[0].transition.cause.isModification
  }
}

extension JournalTransition {
  /// Whether a transition has the same action as one of another session, or is a modification as that
  /// one is. The lines of modifications name effects, whose numbers may differ.
  fileprivate func repeats(_ other: JournalTransition) -> Bool {
    let isModification = transition.cause.isModification
    return isModification == other.transition.cause.isModification
      && (isModification || line == other.line)
  }
}
