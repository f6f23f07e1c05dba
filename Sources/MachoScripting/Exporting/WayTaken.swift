import MachoSessions

/// The lines that lead to where a session came to, without those that were gone back on.
///
/// Who goes them alone may come elsewhere: an effect that was cancelled meanwhile would run on. So
/// they are gone once more, and the actions compared.
struct WayTaken {
  private struct Entry {
    var item: ExportItem
    /// The store in use, and the actions that the line took there.
    var store: Int?
    var ids: [Int] = []
    /// The action in force behind it.
    var present: Int?
  }

  private var entries: [Entry] = []
  /// The actions in force, by store.
  private var ways: [Int: [Int]] = [:]
  private var taken: [Int: [Int: JournalStep]] = [:]
  /// Whether anything was gone back on.
  private(set) var hasTravelled = false

  mutating func take(_ item: ExportItem) {
    var entry = Entry(item: item)
    if case .line(let line) = item {
      for step in line.taken {
        ways[step.store, default: []].append(step.id)
        taken[step.store, default: [:]][step.id] = step
      }
      if let store = line.store {
        if let way = line.way {
          ways[store] = way
          hasTravelled = true
        }
        entry.present = ways[store]?.last ?? 0
      }
      entry.store = line.store
      entry.ids = line.taken.map(\.id)
    }
    entries.append(entry)
  }

  /// Goes the way alone and tells of each item.
  func go(
    in session: Session,
    willRun: (String) throws(Diagnostic) -> Void = { _ throws(Diagnostic) in },
    _ take: @escaping (ExportItem) -> Void
  ) throws(Diagnostic) {
    var steps: [Int: [JournalStep]] = [:]
    session.journal = Journal { line in
      for step in line.taken { steps[step.store, default: []].append(step) }
      take(.line(line))
    }
    // What the store in use has taken so far, of the way.
    var present: [Int: Int] = [:]
    for entry in entries {
      guard case .line(let line) = entry.item else {
        take(entry.item)
        continue
      }
      for text in texts(of: line, entry, present) {
        try willRun(text)
        let outcome = session.run(text)
        if let failure = outcome.failure { throw elsewhere(text, failure.message) }
      }
      if let store = entry.store, let last = entry.ids.last, isOnWay(last, store) {
        present[store] = last
      }
    }
    for (store, way) in ways {
      let wanted = way.compactMap { taken[store]?[$0] }
      for (index, step) in wanted.enumerated() {
        guard let found = steps[store], index < found.count, found[index].line == step.line,
          found[index].diff == step.diff
        else { throw elsewhere(step.line, "it does not come, or changes something else") }
      }
    }
  }

  /// The commands that stand for a line on the way.
  private func texts(of line: JournalLine, _ entry: Entry, _ present: [Int: Int]) -> [String] {
    let text = line.outcome.text
    guard let verb = line.outcome.line?.verb, let store = entry.store else { return [text] }
    if line.way != nil { return [] }
    guard entry.ids.isEmpty || entry.ids.contains(where: { isOnWay($0, store) }) else { return [] }
    switch verb {
    case "replay":
      let start = text.range(of: " on ").map { "start " + text[$0.upperBound...] }
      return (line.opened.isEmpty ? [] : start.map { [$0] } ?? []) + line.taken.map(\.line)
    // What was looked at on another way may be another thing on this one.
    case "expect", "state", "history", "diff", "effects":
      return entry.present == present[store] ?? 0 ? [text] : []
    default: return [text]
    }
  }

  private func isOnWay(_ id: Int, _ store: Int) -> Bool { ways[store]?.contains(id) ?? false }

  private func elsewhere(_ line: String, _ why: String) -> Diagnostic {
    Diagnostic(
      "not-supported", "the actions in force do not lead to the present by themselves",
      notes: [
        "at:  \(line)", why,
        "a TestStore cannot go back: export a session that did not, or 'replay' into one",
      ])
  }
}
