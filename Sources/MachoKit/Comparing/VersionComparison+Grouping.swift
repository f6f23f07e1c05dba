import MachoExploration

extension [VersionComparison.Group] {
  /// The differences, shortest run first, and crashes last. Those that follow from another one are in its group.
  var arranged: [VersionComparison.Group] {
    var causes: [VersionComparison.Group] = []
    for group in sorted(by: { $0.rank.lexicographicallyPrecedes($1.rank) }) {
      if let index = causes.firstIndex(where: { $0.hasCause(of: group) }) {
        causes[index].consequences.append(group)
      } else {
        causes.append(group)
      }
    }
    return causes
  }
}

extension VersionComparison.Group {
  /// Crashes last, because unusual values lead to them after a change of a state too. Then the number of steps,
  /// and then what a step does itself before what it leaves behind.
  fileprivate var rank: [Int] {
    [
      difference.kind == .end ? 1 : 0, difference.index,
      Difference.Kind.allCases.firstIndex(of: difference.kind) ?? 0, -runs,
    ]
  }

  /// Whether another difference has the same cause: the same part differs after another step, or the steps of
  /// one show the other one first if their values and responses are simpler.
  func hasCause(of other: Self) -> Bool {
    let (mine, others) = (difference, other.difference)
    if mine.kind == others.kind, mine.path == others.path,
      mine.kind != .end || (mine.base, mine.head) == (others.base, others.head)
    {
      return true
    }
    return isNeighbour(of: other) || other.isNeighbour(of: self)
  }

  /// Whether the steps of another difference show this one first if their values and responses are simpler.
  /// Some of the steps may then have no effect.
  private func isNeighbour(of other: Self) -> Bool {
    let labels = other.labels
    return other.neighbours[difference.cause, default: []].contains { $0.isSubsequence(of: labels) }
  }

  /// The differences of the group.
  var all: [Self] {
    var cause = self
    cause.consequences = []
    return [cause] + consequences
  }
}

extension [String] {
  /// Whether another array contains the elements in their order.
  fileprivate func isSubsequence(of other: Self) -> Bool {
    var rest = self[...]
    for element in other where element == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
