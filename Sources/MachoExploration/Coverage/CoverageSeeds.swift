/// What runs have reached, and the beginnings of runs that lead there. Further runs continue these.
package struct CoverageSeeds: Codable, Sendable {
  /// The beginning of a run that reached something first.
  package struct Entry: Codable, Sendable {
    /// The number of the run.
    package var run: Int
    /// The choices up to the step that reached something.
    package var sequence: ChoiceSequence
    /// What coverage reports list, see `CoverageReport.Feature.reachedPoints`.
    package var points: Set<String>
    /// Combinations of an action and the cases of the state after it, as hashes.
    package var combinations: Set<UInt64>
  }

  /// What was reached.
  package private(set) var points: Set<String> = []
  package private(set) var combinations: Set<UInt64> = []
  /// The beginnings, in the order in which they were found.
  package private(set) var entries: [Entry] = []

  /// The number of beginnings that are kept. Further ones only count as reached.
  private static let limit = 300

  /// Creates seeds without anything reached.
  package init() {}

  /// Adds the beginning of a run, unless one of this run is there.
  package mutating func add(_ beginning: ChoiceSequence, run: Int) {
    guard entries.count < Self.limit, !entries.contains(where: { $0.run == run }) else { return }
    entries.append(Entry(run: run, sequence: beginning, points: [], combinations: []))
  }

  /// Adds the beginning of a run if it reaches something new.
  package mutating func add(_ entry: Entry) {
    let before = points.count + combinations.count
    points.formUnion(entry.points)
    combinations.formUnion(entry.combinations)
    guard points.count + combinations.count > before, entries.count < Self.limit else { return }
    entries.append(entry)
  }
}
