extension History {
  /// A point of a branch: after its first `offset` entries.
  struct Position: Equatable {
    var branch: Int
    var offset: Int
  }

  /// The current position.
  var currentPosition: Position { Position(branch: branch, offset: position) }

  /// Returns the position after `offset` entries of the branch in use.
  func positionInBranch(_ offset: Int) -> Position {
    Position(branch: branch, offset: offset)
  }

  /// Returns the end of a branch or the position of a mark. If several branches contain the mark,
  /// prefers the branch in use.
  func findPosition(named name: String) -> Position? {
    if let index = branches.firstIndex(where: { $0.name == name }) {
      return Position(branch: index, offset: branches[index].count)
    }
    guard let mark = marks.first(where: { $0.name == name }) else { return nil }
    if mark.id == 0 { return Position(branch: branch, offset: 0) }
    for index in [branch] + branches.indices where index < branches.count {
      if let found = branches[index].log.index(of: mark.id) {
        return Position(branch: index, offset: found + 1)
      }
    }
    return nil
  }

  /// Returns the number of actions that two positions share.
  private func sharedCount(_ one: Position, _ other: Position) -> Int {
    let shorter = min(one.offset, other.offset)
    guard one.branch != other.branch else { return shorter }
    let (first, second) = (branches[one.branch].log, branches[other.branch].log)
    // Entries with equal IDs have equal predecessors.
    var (low, high) = (0, shorter)
    while low < high {
      let middle = (low + high) / 2
      if first.id(at: middle) == second.id(at: middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the actions that lead to `position` and not to `other`.
  func entries(leadingTo position: Position, butNotTo other: Position) -> some Sequence<Entry> {
    branches[position.branch].log.entries(sharedCount(position, other)..<position.offset)
  }

  /// Returns the restore point of a position. Effects that started before the paths diverged stay
  /// in flight. Returns `nil` for the current position.
  mutating func restorePoint(for target: Position, by store: any DrivenStore) throws(Diagnostic)
    -> RestorePoint?
  {
    let shared = sharedCount(currentPosition, target)
    let undone = shared < position ? log[shared] : nil
    guard undone != nil || target.offset > shared else { return nil }
    guard let state = state(at: target, by: store) else { throw Self.irreproducibleStateError }
    guard target.offset > shared else {
      return undone.map {
        RestorePoint(
          state: state.value, objects: state.objects, transitionCount: $0.index,
          lastEffectID: $0.lastEffectIDBefore)
      }
    }
    let last = branches[target.branch].log[target.offset - 1]
    return RestorePoint(
      state: state.value, objects: state.objects, transitionCount: last.index + 1,
      lastEffectID: undone?.lastEffectIDBefore ?? .max,
      canBeReplayed: isOnNewestPath(target))
  }

  /// The reducer returned a different state for the same actions.
  static let irreproducibleStateError = Diagnostic(
    "not-supported", "the reducer did not reproduce that state",
    notes: ["it depends on more than the state, the action and its dependencies"])

  /// Whether a position lies on the path to the latest action, which a store may be able to replay.
  private func isOnNewestPath(_ position: Position) -> Bool {
    // The latest entry is the last one in every branch that contains it.
    guard
      let path = branches.first(where: { $0.count > 0 && $0.log.id(at: $0.count - 1) == newestID })?
        .log, position.offset <= path.count
    else { return false }
    return path.id(at: position.offset - 1)
      == branches[position.branch].log.id(at: position.offset - 1)
  }
}
