/// A point at which several jobs were ready, and the job that ran.
package struct ChoicePoint: Codable, Hashable, Sendable {
  /// The jobs, oldest first.
  package var jobs: [ReadyJob]
  /// The index of the job that ran.
  package var index: Int
  /// Whether external work could complete meanwhile.
  package var acceptsExternalWork: Bool

  /// Creates a choice point.
  package init(jobs: [ReadyJob], index: Int, acceptsExternalWork: Bool = false) {
    self.jobs = jobs
    self.index = index
    self.acceptsExternalWork = acceptsExternalWork
  }

  /// The job that ran.
  package var chosen: ReadyJob { jobs[index] }
}

/// The first choice point at which two runs with the same choices differ.
package struct ScheduleDivergence: Codable, Hashable, Sendable {
  /// The number of the choice point, from 1.
  package var number: Int
  /// Why the runs can differ.
  package var reason: String

  /// Returns the first difference between two runs, or `nil` if both met the same choice points.
  package static func between(_ one: [ChoicePoint], _ other: [ChoicePoint]) -> Self? {
    let same = zip(one, other).prefix { $0.jobs == $1.jobs && $0.index == $1.index }.count
    guard same < max(one.count, other.count) else { return nil }
    let points = one.prefix(same + 1) + other.prefix(same + 1)
    if let external = points.first(where: \.acceptsExternalWork) {
      let jobs = Set(external.jobs.map(\.identity)).sorted().joined(separator: "; ")
      return Self(
        number: same + 1, reason: "external work completed at another time, beside \(jobs)")
    }
    let counts = [one, other].map { $0.count > same ? "\($0[same].jobs.count)" : "no" }
    return Self(
      number: same + 1,
      reason: counts[0] == counts[1]
        ? "other jobs were ready, though no external work was pending"
        : "\(counts[0]) jobs were ready, then \(counts[1]), though no external work was pending")
  }
}
