extension History {
  /// A point of a branch: behind so many of its entries.
  struct Position: Equatable {
    var branch: Int
    var position: Int
  }

  /// Where the history stands.
  var currentPosition: Position { Position(branch: branch, position: position) }

  /// The place in the branch in use that is so many entries behind the start.
  func positionInBranch(_ position: Int) -> Position {
    Position(branch: branch, position: position)
  }

  /// The place of a mark, in the branch in use where it is in several, or the end of a branch.
  func findPosition(named name: String) -> Position? {
    if let index = branches.firstIndex(where: { $0.name == name }) {
      return Position(branch: index, position: branches[index].count)
    }
    guard let mark = marks.first(where: { $0.name == name }) else { return nil }
    if mark.id == 0 { return Position(branch: branch, position: 0) }
    for index in [branch] + branches.indices where index < branches.count {
      if let found = branches[index].log.index(of: mark.id) {
        return Position(branch: index, position: found + 1)
      }
    }
    return nil
  }

  /// How many actions two places have in common.
  private func sharedCount(_ one: Position, _ other: Position) -> Int {
    let shorter = min(one.position, other.position)
    guard one.branch != other.branch else { return shorter }
    let (first, second) = (branches[one.branch].log, branches[other.branch].log)
    // What has the same id has the same past.
    var (low, high) = (0, shorter)
    while low < high {
      let middle = (low + high) / 2
      if first.id(at: middle) == second.id(at: middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The actions that led to a place and not to another.
  func entries(leadingTo place: Position, butNotTo other: Position) -> some Sequence<Entry> {
    branches[place.branch].log.entries(sharedCount(place, other)..<place.position)
  }

  /// The moment of a place, as seen from here: what runs since before the ways parted goes on.
  /// `nil` for the place where the history stands.
  mutating func restorePoint(of place: Position, by store: any DrivenStore) throws(Diagnostic)
    -> RestorePoint?
  {
    let shared = sharedCount(currentPosition, place)
    let undone = shared < position ? log[shared] : nil
    guard undone != nil || place.position > shared else { return nil }
    guard let state = state(at: place, by: store) else { throw Self.irreproducibleStateError }
    guard place.position > shared else {
      return undone.map {
        RestorePoint(state: state, transitionCount: $0.index, lastEffectID: $0.lastEffectIDBefore)
      }
    }
    let last = branches[place.branch].log[place.position - 1]
    return RestorePoint(
      state: state, transitionCount: last.index + 1,
      lastEffectID: undone?.lastEffectIDBefore ?? .max,
      canBeReplayed: isOnNewestPath(place))
  }

  /// The reducer made another state of the same actions.
  static let irreproducibleStateError = Diagnostic(
    "not-supported", "the reducer was run again for that state, and came to another one",
    notes: ["it depends on more than the state, the action and its dependencies"])

  /// Whether a place is on the way to what was done last, of which a store may keep a record.
  private func isOnNewestPath(_ place: Position) -> Bool {
    // What was added last has nothing behind it in any branch.
    guard
      let way = branches.first(where: { $0.count > 0 && $0.log.id(at: $0.count - 1) == newestID })?
        .log, place.position <= way.count
    else { return false }
    return way.id(at: place.position - 1) == branches[place.branch].log.id(at: place.position - 1)
  }
}
