import MachoExploration

extension [VersionComparison.Group] {
  /// The differences, shortest run first. Those that follow from another one are in its group.
  var arranged: [VersionComparison.Group] {
    var causes: [VersionComparison.Group] = []
    for var group in sorted(by: { $0.rank.lexicographicallyPrecedes($1.rank) }) {
      if let index = causes.firstIndex(where: { $0.isCause(of: group) }) {
        causes[index].consequences.append(group)
        continue
      }
      // Simpler values can need more steps.
      for cause in causes where group.isCause(of: cause) {
        group.consequences += [cause] + cause.consequences
      }
      causes.removeAll(where: group.isCause)
      causes.append(group)
    }
    return causes
  }
}

extension VersionComparison.Group {
  /// The number of steps, and then what a step does itself before what it leaves behind.
  fileprivate var rank: [Int] {
    [difference.index, Difference.Kind.allCases.firstIndex(of: difference.kind) ?? 0, -runs]
  }

  /// Whether another difference follows from this one: the same part differs after another step, or the steps
  /// of the other one show this one first if their values and responses are simpler.
  func isCause(of other: Self) -> Bool {
    let (mine, others) = (difference, other.difference)
    if mine.kind == others.kind, mine.path == others.path,
      mine.kind != .end || (mine.base, mine.head) == (others.base, others.head)
    {
      return true
    }
    let labels = other.labels
    return other.neighbours[mine.cause, default: []].contains { labels.starts(with: $0) }
  }

  /// The differences of the group.
  var all: [Self] {
    var cause = self
    cause.consequences = []
    return [cause] + consequences
  }
}
