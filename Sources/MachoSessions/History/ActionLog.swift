/// The actions of a branch, in a compact form: a million actions with their lines fit in memory.
///
/// Branches share full chunks, which are immutable. Truncation copies the chunk that it splits.
struct ActionLog {
  private static let chunkSize = 1_024
  private var chunks: [Chunk] = []
  private(set) var count = 0

  subscript(index: Int) -> History.Entry {
    chunks[index / Self.chunkSize].entry(at: index % Self.chunkSize)
  }

  /// Returns the action of an entry.
  func action(at index: Int) -> Any {
    chunks[index / Self.chunkSize].actions[index % Self.chunkSize]
  }

  /// Returns whether the reducer had no side effects.
  func isPure(at index: Int) -> Bool {
    chunks[index / Self.chunkSize].facts[index % Self.chunkSize].isPure
  }

  /// Returns the ID of an entry.
  func id(at index: Int) -> Int {
    Int(chunks[index / Self.chunkSize].facts[index % Self.chunkSize].id)
  }

  /// Returns whether an entry is the first of an input.
  func startsInput(at index: Int) -> Bool {
    chunks[index / Self.chunkSize].facts[index % Self.chunkSize].startsInput
  }

  /// Returns the index of an entry. The IDs of a branch are in ascending order.
  func index(of id: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.id(at: middle) < id { low = middle + 1 } else { high = middle }
    }
    return low < count && self.id(at: low) == id ? low : nil
  }

  mutating func append(_ entry: History.Entry) {
    if count == chunks.count * Self.chunkSize { chunks.append(Chunk()) }
    chunks[chunks.count - 1].append(entry)
    count += 1
  }

  /// Removes all entries after the first `length`.
  mutating func truncate(to length: Int) {
    guard length < count else { return }
    let last = (length + Self.chunkSize - 1) / Self.chunkSize
    chunks.removeSubrange(last...)
    if last > 0 { chunks[last - 1].truncate(to: length - (last - 1) * Self.chunkSize) }
    count = length
  }

  /// Returns a range of entries, each created on access.
  func entries(_ range: Range<Int>) -> some Sequence<History.Entry> {
    range.lazy.map { self[$0] }
  }
}

/// A block of entries, stored as columns to avoid an allocation per entry.
private struct Chunk {
  struct Facts {
    // 32 bits suffice for four billion actions, whose lines would not fit in memory.
    var id: UInt32
    var index: UInt32
    var lastEffectIDBefore: UInt32
    /// The ID of the effect that caused the entry. `sent` and `immediate` mean no effect.
    var effect: UInt32
    var changed: Bool
    /// Whether it is a modification without an action.
    var isModification: Bool
    var isPure: Bool
    var startsInput: Bool

    static let sent = UInt32.max
    static let immediate = UInt32.max - 1

    var cause: StateTransition.Cause {
      if effect == Self.sent { return .sent }
      let effect = effect == Self.immediate ? nil : Int(effect)
      return isModification ? .modified(effect: effect) : .received(effect: effect)
    }
  }

  private(set) var facts: [Facts] = []
  private(set) var actions: [Any] = []
  private var lines: [UInt8] = []
  /// The end offset of each line.
  private var ends: [UInt32] = []

  mutating func append(_ entry: History.Entry) {
    let (effect, isModification): (UInt32, Bool) =
      switch entry.cause {
      case .sent: (Facts.sent, false)
      case .received(let effect): (effect.map(UInt32.init) ?? Facts.immediate, false)
      case .modified(let effect): (effect.map(UInt32.init) ?? Facts.immediate, true)
      }
    facts.append(
      Facts(
        id: UInt32(entry.id), index: UInt32(entry.index),
        lastEffectIDBefore: UInt32(entry.lastEffectIDBefore), effect: effect,
        changed: entry.changed, isModification: isModification, isPure: entry.isPure,
        startsInput: entry.startsInput))
    actions.append(entry.action)
    lines.append(contentsOf: entry.line.utf8)
    ends.append(UInt32(lines.count))
  }

  func entry(at index: Int) -> History.Entry {
    let facts = facts[index]
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return History.Entry(
      line: String(decoding: lines[start..<Int(ends[index])], as: UTF8.self),
      action: actions[index],
      cause: facts.cause,
      changed: facts.changed, lastEffectIDBefore: Int(facts.lastEffectIDBefore),
      index: Int(facts.index),
      isPure: facts.isPure, startsInput: facts.startsInput, id: Int(facts.id))
  }

  mutating func truncate(to length: Int) {
    facts.removeSubrange(length...)
    actions.removeSubrange(length...)
    lines.removeSubrange(Int(length == 0 ? 0 : ends[length - 1])...)
    ends.removeSubrange(length...)
  }
}
