import MachoSessions

/// The lines that lead to where a session came to, without those that were gone back on.
///
/// Who goes them alone may come elsewhere: an effect that was cancelled meanwhile would run on. So
/// they are gone once more, and the actions compared.
struct LinearHistory {
  private struct Entry {
    var item: ExportItem
    /// The store in use, and the actions that the line took there.
    var store: Int?
    var actionIDs: [Int] = []
    /// The action in force behind it.
    var currentAction: Int?
  }

  private var entries: [Entry] = []
  /// The actions in force, by store.
  private var activeIDs: [Int: [Int]] = [:]
  private var transitions: [Int: [Int: JournalTransition]] = [:]
  /// Whether anything was gone back on.
  private(set) var hasTimeTravel = false

  mutating func consume(_ item: ExportItem) {
    var entry = Entry(item: item)
    if case .line(let line) = item {
      for step in line.transitions {
        activeIDs[step.store, default: []].append(step.id)
        transitions[step.store, default: [:]][step.id] = step
      }
      if let store = line.store {
        if let way = line.activeActionIDs {
          activeIDs[store] = way
          hasTimeTravel = true
        }
        entry.currentAction = activeIDs[store]?.last ?? 0
      }
      entry.store = line.store
      entry.actionIDs = line.transitions.map(\.id)
    }
    entries.append(entry)
  }

  /// Goes the way alone and tells of each item.
  func replay(
    in session: Session,
    willRun: (String) throws(Diagnostic) -> Void = { _ throws(Diagnostic) in },
    _ take: @escaping (ExportItem) -> Void
  ) throws(Diagnostic) {
    var steps: [Int: [JournalTransition]] = [:]
    session.journal = Journal { line in
      for step in line.transitions { steps[step.store, default: []].append(step) }
      take(.line(line))
    }
    // What the store in use has taken so far, of the way.
    var present: [Int: Int] = [:]
    for entry in entries {
      guard case .line(let line) = entry.item else {
        take(entry.item)
        continue
      }
      for text in commands(of: line, entry, present) {
        try willRun(text)
        let outcome = session.run(text)
        if let failure = outcome.failure { throw divergence(text, failure.message) }
      }
      if let store = entry.store, let last = entry.actionIDs.last, isActive(last, store) {
        present[store] = last
      }
    }
    for (store, way) in activeIDs {
      let wanted = way.compactMap { transitions[store]?[$0] }
      for (index, step) in wanted.enumerated() {
        guard let found = steps[store], index < found.count, found[index].line == step.line,
          found[index].diff == step.diff
        else { throw divergence(step.line, "it does not come, or changes something else") }
      }
    }
  }

  /// The commands that stand for a line on the way.
  private func commands(of line: JournalLine, _ entry: Entry, _ present: [Int: Int]) -> [String] {
    let text = line.outcome.text
    guard let verb = line.outcome.line?.verb, let store = entry.store else { return [text] }
    if line.activeActionIDs != nil { return [] }
    guard entry.actionIDs.isEmpty || entry.actionIDs.contains(where: { isActive($0, store) }) else {
      return []
    }
    switch verb {
    case "replay":
      let start = text.range(of: " on ").map { "start " + text[$0.upperBound...] }
      return (line.openedStores.isEmpty ? [] : start.map { [$0] } ?? [])
        + line.transitions.map(\.line)
    // What was looked at on another way may be another thing on this one.
    case "expect", "state", "history", "diff", "effects":
      return entry.currentAction == present[store] ?? 0 ? [text] : []
    default: return [text]
    }
  }

  private func isActive(_ id: Int, _ store: Int) -> Bool { activeIDs[store]?.contains(id) ?? false }

  private func divergence(_ line: String, _ why: String) -> Diagnostic {
    Diagnostic(
      "not-supported", "the actions in force do not lead to the present by themselves",
      notes: [
        "at:  \(line)", why,
        "a TestStore cannot go back: export a session that did not, or 'replay' into one",
      ])
  }
}
