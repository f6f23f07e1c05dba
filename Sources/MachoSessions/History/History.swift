/// One action of a session's past, as `history` shows it.
public struct HistoryEntry: Equatable, Sendable {
  /// Its number, from 1; 0 for the start.
  public var number: Int
  /// The line that repeats it: `send x` or `receive y`.
  public var line: String
  /// Whether it changed the state.
  public var changed: Bool
  /// The names of the point behind it.
  public var marks: [String]
}

/// The actions that a session has taken, and where in them it stands.
///
/// They are a line with a point before each action and one behind the last. `branch` begins another
/// line at a point; the one that is left stays as it is, with what was undone in it.
struct History {
  /// One action that was taken.
  struct Entry {
    /// The line that repeats it.
    var line: String
    var action: Any
    var cause: StateTransition.Cause
    /// Whether it changed the state.
    var changed: Bool
    /// The number of the youngest effect born before it.
    var lastEffectIDBefore: Int
    /// How many actions the store had taken before it.
    var index: Int
    /// Whether the reducer did nothing but compute.
    var isPure: Bool
    /// Its number among all that were ever added, from 1: branches that share an action share the
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
    /// The entry that it stands behind; 0 for the start.
    fileprivate(set) var id: Int
  }

  private(set) var branches: [Branch]
  private(set) var marks: [Mark] = []
  /// The branch in use, as an index.
  private(set) var branch = 0
  /// How many of its entries are in force; those behind can be redone.
  private(set) var position = 0
  /// The id of the entry that was added last.
  private(set) var newestID = 0

  init(limits: StateSnapshots.Limits = StateSnapshots.Limits()) {
    branches = [Branch(name: "main", snapshots: StateSnapshots(limits: limits))]
  }

  /// The actions of the branch in use.
  var log: ActionLog { branches[branch].log }

  /// The id of the entry in force, 0 for the start.
  private var currentID: Int { position == 0 ? 0 : log.id(at: position - 1) }

  /// Adds what was just done; what had been undone is gone from this branch.
  mutating func append(
    _ step: StateTransition, as line: String, changed: Bool, by store: any DrivenStore
  ) {
    newestID += 1
    let entry = Entry(
      line: line, action: step.action, cause: step.cause, changed: changed,
      lastEffectIDBefore: step.lastEffectIDBefore, index: step.index, isPure: step.isPure,
      id: newestID)
    let isLosing = position < log.count
    branches[branch].log.truncate(to: position)
    branches[branch].log.append(entry)
    branches[branch].snapshots.append(step, to: branches[branch].log, by: store)
    position += 1
    if isLosing { removeUnreachableMarks() }
  }

  /// The state at a place; `nil` where it is not to be had any more.
  mutating func state(at place: Position, by store: any DrivenStore) -> Any? {
    var place = place
    // The start is that of every branch; one in which nothing was done keeps no states.
    if place.position == 0, let other = branches.firstIndex(where: { $0.count > 0 }) {
      place.branch = other
    }
    return branches[place.branch].snapshots.state(
      at: place.position, in: branches[place.branch].log, by: store)
  }

  /// Stands at a place from here on.
  mutating func move(to place: Position) {
    branch = place.branch
    position = place.position
  }

  /// Names the present point; a mark of that name moves.
  mutating func mark(_ name: String) {
    marks.removeAll { $0.name == name }
    marks.append(Mark(name: name, id: currentID))
  }

  /// Begins a branch at the present point.
  mutating func startBranch(branch name: String) {
    var other = branches[branch]
    other.log.truncate(to: position)
    other.snapshots.truncate(to: position)
    branches.append(Branch(name: name, log: other.log, snapshots: other.snapshots))
    branch = branches.count - 1
  }

  /// A mark goes with the action that it stands behind, once no branch has that any more.
  private mutating func removeUnreachableMarks() {
    marks.removeAll { mark in
      mark.id > 0 && !branches.contains { $0.log.index(of: mark.id) != nil }
    }
  }

  /// That there are fewer actions than somebody wants to go by.
  static func shortageMessage(of which: String, _ count: Int, asked: Int) -> String {
    switch count {
    case 0: "the history has no \(which) action"
    case 1: "the history has 1 \(which) action, not \(asked)"
    default: "the history has \(count) \(which) actions, not \(asked)"
    }
  }

  /// The branch in use, its start only where that has a name.
  var summary: [HistoryEntry] {
    let names = Dictionary(grouping: marks, by: \.id).mapValues { $0.map(\.name) }
    let start = names[0].map { HistoryEntry(number: 0, line: "(start)", changed: true, marks: $0) }
    return (start.map { [$0] } ?? [])
      + log.entries(0..<log.count).enumerated().map {
        HistoryEntry(
          number: $0.offset + 1, line: $0.element.line, changed: $0.element.changed,
          marks: names[$0.element.id] ?? [])
      }
  }
}
