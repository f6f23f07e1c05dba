extension History {
  /// A point of a branch: behind so many of its entries.
  struct Place: Equatable {
    var branch: Int
    var position: Int
  }

  /// Where the history stands.
  var here: Place { Place(branch: branch, position: position) }

  /// The place of a mark, in the branch in use where it is in several, or the end of a branch.
  func place(named name: String) -> Place? {
    if let index = branches.firstIndex(where: { $0.name == name }) {
      return Place(branch: index, position: branches[index].entries.count)
    }
    guard let mark = marks.first(where: { $0.name == name }) else { return nil }
    if mark.id == 0 { return Place(branch: branch, position: 0) }
    for index in [branch] + branches.indices where index < branches.count {
      if let found = branches[index].entries.lastIndex(where: { $0.id == mark.id }) {
        return Place(branch: index, position: found + 1)
      }
    }
    return nil
  }

  /// The state at a place; `nil` where nothing was done yet.
  func state(at place: Place) -> Any? {
    guard place.position > 0 else {
      return branches.lazy.compactMap(\.entries.first).first?.step.before
    }
    return branches[place.branch].entries[place.position - 1].step.after
  }

  /// How many actions two places have in common.
  private func shared(_ one: Place, _ other: Place) -> Int {
    let shorter = min(one.position, other.position)
    guard one.branch != other.branch else { return shorter }
    let (first, second) = (branches[one.branch].entries, branches[other.branch].entries)
    return (0..<shorter).first { first[$0].id != second[$0].id } ?? shorter
  }

  /// The actions that led to a place and not to another.
  func entries(leadingTo place: Place, butNotTo other: Place) -> ArraySlice<Entry> {
    branches[place.branch].entries[shared(place, other)..<place.position]
  }

  /// The moment of a place, as seen from here: what runs since before the ways parted goes on.
  /// `nil` for the place where the history stands.
  func moment(of place: Place) -> Moment? {
    let shared = shared(here, place)
    let undone = shared < position ? entries[shared].step : nil
    guard place.position > shared else { return undone?.beginning }
    var moment = branches[place.branch].entries[place.position - 1].step.end
    if let undone { moment.effects = undone.effectsBefore }
    moment.canBeReplayed = isOnNewestWay(place)
    return moment
  }

  /// Whether a place is on the way to what was done last, of which a store may keep a record.
  private func isOnNewestWay(_ place: Place) -> Bool {
    // What was added last has nothing behind it in any branch.
    guard let way = branches.first(where: { $0.entries.last?.id == newest })?.entries,
      place.position <= way.count
    else { return false }
    return way[place.position - 1].id
      == branches[place.branch].entries[place.position - 1].id
  }
}
