/// One action of a session's history, as `history` prints it.
package struct HistoryEntry: Equatable, Sendable {
  /// Its ordinal, from 1. 0 is the start.
  package var number: Int
  /// The line that repeats the action: `send x` or `receive y`.
  package var line: String
  /// Whether it changed the state.
  package var changed: Bool
  /// The properties of objects that it changed in place, which `undo` does not restore.
  package var objectChanges: [String] = []
  /// The marks of the point after the action.
  package var marks: [String]
}

/// The actions of a session, in branches, with the current position.
///
/// A branch has a point before each action and one after the last. `branch` starts a new branch at
/// a point. The previous branch keeps its entries, including undone ones.
struct History {
  /// One applied action.
  struct Entry {
    /// The line that repeats the action.
    var line: String
    var action: Any
    var cause: StateTransition.Cause
    /// Whether it changed the state.
    var changed: Bool
    /// The ID of the last effect that had started before the action.
    var lastEffectIDBefore: Int
    /// The number of transitions of the store before the action.
    var index: Int
    /// Whether the reducer had no side effects.
    var isPure: Bool
    /// Whether it is the first action of an input.
    var startsInput = false
    /// Its ordinal among all entries ever added, from 1. Branches that share an action share the
    /// entry.
    var id = 0
  }

  struct Branch {
    let name: String
    fileprivate(set) var log = ActionLog()
    fileprivate(set) var snapshots: StateSnapshots

    var count: Int { log.count }
  }

  struct Mark {
    let name: String
    /// The ID of the entry before the mark; 0 for the start.
    fileprivate(set) var id: Int
  }

  private(set) var branches: [Branch]
  private(set) var marks: [Mark] = []
  /// The index of the branch in use.
  private(set) var branch = 0
  /// The number of its entries that are in force. The later ones can be redone.
  private(set) var position = 0
  /// The ID of the entry added last.
  private(set) var newestID = 0
  /// The properties of objects that entries changed in place, by ID.
  private var objectChanges: [Int: [String]] = [:]

  init(limits: StateSnapshots.Limits = StateSnapshots.Limits()) {
    branches = [Branch(name: "main", snapshots: StateSnapshots(limits: limits))]
  }

  /// The actions of the branch in use.
  var log: ActionLog { branches[branch].log }

  /// The ID of the entry before the current position; 0 for the start.
  var currentID: Int { position == 0 ? 0 : log.id(at: position - 1) }

  /// The ID of the entry before the last one in force; 0 if there is none.
  var previousID: Int { position < 2 ? 0 : log.id(at: position - 2) }

  /// Adds a transition. Removes the undone entries from the branch in use.
  mutating func append(
    _ transition: StateTransition, as line: String, changed: Bool, objectChanges: [String] = [],
    by store: any DrivenStore
  ) {
    newestID += 1
    if !objectChanges.isEmpty { self.objectChanges[newestID] = objectChanges }
    let entry = Entry(
      line: line, action: transition.action, cause: transition.cause, changed: changed,
      lastEffectIDBefore: transition.lastEffectIDBefore, index: transition.index,
      isPure: transition.isPure, startsInput: transition.startsInput, id: newestID)
    let discardsUndone = position < log.count
    branches[branch].log.truncate(to: position)
    branches[branch].log.append(entry)
    branches[branch].snapshots.append(transition, to: branches[branch].log, by: store)
    position += 1
    if discardsUndone { removeUnreachableMarks() }
  }

  /// Returns the state at a position. Returns `nil` if it cannot be recomputed.
  mutating func state(at target: Position, by store: any DrivenStore) -> RecordedState? {
    var target = target
    // All branches share the start. A branch without actions stores no states.
    if target.offset == 0, let other = branches.firstIndex(where: { $0.count > 0 }) {
      target.branch = other
    }
    return branches[target.branch].snapshots.state(
      at: target.offset, in: branches[target.branch].log, by: store)
  }

  /// Sets the current position.
  mutating func move(to target: Position) {
    branch = target.branch
    position = target.offset
  }

  /// Names the current position. Moves an existing mark of that name.
  mutating func mark(_ name: String) {
    marks.removeAll { $0.name == name }
    marks.append(Mark(name: name, id: currentID))
  }

  /// Starts a branch at the current position.
  mutating func startBranch(named name: String) {
    var other = branches[branch]
    other.log.truncate(to: position)
    other.snapshots.truncate(to: position)
    branches.append(Branch(name: name, log: other.log, snapshots: other.snapshots))
    branch = branches.count - 1
  }

  /// Removes marks whose action no branch contains any more.
  private mutating func removeUnreachableMarks() {
    marks.removeAll { mark in
      mark.id > 0 && !branches.contains { $0.log.index(of: mark.id) != nil }
    }
  }

  /// The entries of the branch in use. The start is included if it has a mark.
  var summary: [HistoryEntry] {
    let names = Dictionary(grouping: marks, by: \.id).mapValues { $0.map(\.name) }
    let start = names[0].map { HistoryEntry(number: 0, line: "(start)", changed: true, marks: $0) }
    return (start.map { [$0] } ?? [])
      + log.entries(0..<log.count).enumerated().map {
        HistoryEntry(
          number: $0.offset + 1, line: $0.element.line, changed: $0.element.changed,
          objectChanges: objectChanges[$0.element.id] ?? [], marks: names[$0.element.id] ?? [])
      }
  }
}
