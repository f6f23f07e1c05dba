/// One action of a session's past, as `history` shows it.
public struct HistoryEntry: Equatable, Sendable {
  /// Its number, from 1.
  public var number: Int
  /// The line that repeats it: `send x` or `receive y`.
  public var line: String
  /// Whether it changed the state.
  public var changed: Bool
}

/// The actions that a session has taken, and where in them it stands.
struct History {
  struct Entry {
    var line: String
    var step: Step
    var changed: Bool
  }

  private(set) var entries: [Entry] = []
  /// How many entries are in force; those behind can be redone.
  private(set) var position = 0

  /// Adds what was just done; what had been undone is gone.
  mutating func append(_ entry: Entry) {
    entries.removeSubrange(position...)
    entries.append(entry)
    position += 1
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

  /// That there are fewer actions than somebody wants to go by.
  static func shortage(of which: String, _ count: Int, asked: Int) -> String {
    switch count {
    case 0: "the history has no \(which) action"
    case 1: "the history has 1 \(which) action, not \(asked)"
    default: "the history has \(count) \(which) actions, not \(asked)"
    }
  }

  var summary: [HistoryEntry] {
    entries.enumerated().map {
      HistoryEntry(number: $0.offset + 1, line: $0.element.line, changed: $0.element.changed)
    }
  }
}
