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
  struct Entry {
    var line: String
    var step: Step
    var changed: Bool
    /// Its number among all that were ever added, from 1: lines that share an action share the
    /// entry.
    fileprivate(set) var id = 0

    init(line: String, step: Step, changed: Bool) {
      self.line = line
      self.step = step
      self.changed = changed
    }
  }

  struct Branch {
    let name: String
    fileprivate(set) var entries: [Entry] = []
  }

  struct Mark {
    let name: String
    /// The entry that it stands behind; 0 for the start.
    fileprivate(set) var id: Int
  }

  private(set) var branches = [Branch(name: "main")]
  private(set) var marks: [Mark] = []
  /// The branch in use, as an index.
  private(set) var branch = 0
  /// How many of its entries are in force; those behind can be redone.
  private(set) var position = 0
  /// The id of the entry that was added last.
  private(set) var newest = 0

  /// The entries of the branch in use.
  var entries: [Entry] { branches[branch].entries }

  /// The id of the entry in force, 0 for the start.
  private var present: Int { position == 0 ? 0 : entries[position - 1].id }

  /// Adds what was just done; what had been undone is gone from this branch.
  mutating func append(_ entry: Entry) {
    newest += 1
    var entry = entry
    entry.id = newest
    let isLosing = position < entries.count
    branches[branch].entries.removeSubrange(position...)
    branches[branch].entries.append(entry)
    position += 1
    if isLosing { forgetLostMarks() }
  }

  /// Steps back; the first of the entries undone, or `nil` when there are fewer than `count`.
  mutating func undo(_ count: Int) -> Entry? {
    guard count >= 1, count <= position else { return nil }
    position -= count
    return entries[position]
  }

  /// Steps forth; the last of the entries redone, or `nil` when there are fewer than `count`.
  mutating func redo(_ count: Int) -> Entry? {
    guard count >= 1, count <= entries.count - position else { return nil }
    position += count
    return entries[position - 1]
  }

  /// Stands at a place from here on.
  mutating func go(to place: Place) {
    branch = place.branch
    position = place.position
  }

  /// Names the present point; a mark of that name moves.
  mutating func mark(_ name: String) {
    marks.removeAll { $0.name == name }
    marks.append(Mark(name: name, id: present))
  }

  /// Begins a branch at the present point.
  mutating func begin(branch name: String) {
    branches.append(Branch(name: name, entries: Array(entries.prefix(position))))
    branch = branches.count - 1
  }

  /// A mark goes with the action that it stands behind, once no branch has that any more.
  private mutating func forgetLostMarks() {
    marks.removeAll { mark in
      mark.id > 0 && !branches.contains { branch in branch.entries.contains { $0.id == mark.id } }
    }
  }

  /// That there are fewer actions than somebody wants to go by.
  static func shortage(of which: String, _ count: Int, asked: Int) -> String {
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
      + entries.enumerated().map {
        HistoryEntry(
          number: $0.offset + 1, line: $0.element.line, changed: $0.element.changed,
          marks: names[$0.element.id] ?? [])
      }
  }
}
