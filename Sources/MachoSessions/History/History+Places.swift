extension History {
  /// A point of a branch: behind so many of its entries.
  struct Place: Equatable {
    var branch: Int
    var position: Int
  }

  /// Where the history stands.
  var here: Place { Place(branch: branch, position: position) }

  /// The place in the branch in use that is so many entries behind the start.
  func place(_ position: Int) -> Place { Place(branch: branch, position: position) }

  /// The place of a mark, in the branch in use where it is in several, or the end of a branch.
  func place(named name: String) -> Place? {
    if let index = branches.firstIndex(where: { $0.name == name }) {
      return Place(branch: index, position: branches[index].count)
    }
    guard let mark = marks.first(where: { $0.name == name }) else { return nil }
    if mark.id == 0 { return Place(branch: branch, position: 0) }
    for index in [branch] + branches.indices where index < branches.count {
      if let found = branches[index].log.index(of: mark.id) {
        return Place(branch: index, position: found + 1)
      }
    }
    return nil
  }

  /// How many actions two places have in common.
  private func shared(_ one: Place, _ other: Place) -> Int {
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
  func entries(leadingTo place: Place, butNotTo other: Place) -> some Sequence<Entry> {
    branches[place.branch].log.entries(shared(place, other)..<place.position)
  }

  /// The moment of a place, as seen from here: what runs since before the ways parted goes on.
  /// `nil` for the place where the history stands.
  mutating func moment(of place: Place, by store: any DrivenStore) throws(Diagnostic) -> Moment? {
    let shared = shared(here, place)
    let undone = shared < position ? log[shared] : nil
    guard undone != nil || place.position > shared else { return nil }
    guard let state = state(at: place, by: store) else { throw Self.lostState }
    guard place.position > shared else {
      return undone.map {
        Moment(state: state, steps: $0.number, effects: $0.effectsBefore)
      }
    }
    let last = branches[place.branch].log[place.position - 1]
    return Moment(
      state: state, steps: last.number + 1, effects: undone?.effectsBefore ?? .max,
      canBeReplayed: isOnNewestWay(place))
  }

  /// The reducer made another state of the same actions.
  static let lostState = Diagnostic(
    "not-supported", "the reducer was run again for that state, and came to another one",
    notes: ["it depends on more than the state, the action and its dependencies"])

  /// Whether a place is on the way to what was done last, of which a store may keep a record.
  private func isOnNewestWay(_ place: Place) -> Bool {
    // What was added last has nothing behind it in any branch.
    guard
      let way = branches.first(where: { $0.count > 0 && $0.log.id(at: $0.count - 1) == newest })?
        .log, place.position <= way.count
    else { return false }
    return way.id(at: place.position - 1) == branches[place.branch].log.id(at: place.position - 1)
  }
}
