import MachoScripting
import MachoSessions

/// Collects what runs reach, and keeps the beginnings of those that reach something new.
///
/// PERFORMANCE: properties that each step reads are marked `@exclusivity(unchecked)`.
///
/// SAFETY: only the thread of the runs accesses them, and modifying them calls no other code.
package final class RunCoverage {
  private let feature: any DrivenFeature
  @exclusivity(unchecked)
  private var collector: CoverageCollector
  /// The coverage of earlier collectors.
  private var earlier = CoverageReport()
  /// What was reached so far, with that of earlier runs.
  @exclusivity(unchecked)
  package private(set) var seeds: CoverageSeeds
  @exclusivity(unchecked)
  private var newCombinations: Set<UInt64> = []
  @exclusivity(unchecked)
  private var lastCount = 0

  /// Creates a collection that begins with what earlier runs reached.
  package init(_ feature: any DrivenFeature, seeds: CoverageSeeds = CoverageSeeds()) {
    self.feature = feature
    collector = CoverageCollector(feature)
    self.seeds = seeds
  }

  /// The coverage, without that of the seeds.
  package var report: CoverageReport {
    var report = CoverageReport()
    report.features = [collector.coverage]
    report.merge(earlier)
    return report
  }

  // MARK: Recording

  /// Observes the store of a run.
  func observe(_ run: Run) {
    run.stubs.startLog()
    run.store.observeEffects { [collector] change, _ in
      collector.record(change)
    } onIdle: { _ in
    }
    collector.record(state: run.store.state)
  }

  /// Stops observing a store, whose end cancels its effects.
  func finishObserving(_ run: Run) {
    run.store.observeEffects { _, _ in
    } onIdle: { _ in
    }
  }

  /// Records what a step caused, with the calls of endpoints. Returns whether something was reached for the first time.
  func record(_ transitions: [StateTransition], _ calls: [StubEvent]) -> Bool {
    let combinationCount = newCombinations.count
    // PERFORMANCE: reads what it needs, because a copy of a transition copies two states.
    for index in transitions.indices {
      var hash = FNV1aHasher()
      collector.record(transitions[index].action, isSent: transitions[index].cause == .sent) {
        hash.combine(number: $0)
      }
      hash.combine(number: -1)
      collector.record(state: transitions[index].after) { hash.combine(number: $0) }
      if !seeds.combinations.contains(hash.value) { newCombinations.insert(hash.value) }
    }
    for case .called(let endpoint, _, let response, _) in calls {
      collector.record(response, of: endpoint)
    }
    defer { lastCount = collector.reachedCount }
    return newCombinations.count > combinationCount || collector.reachedCount > lastCount
  }

  /// Keeps the beginning of a run, whatever it reaches.
  func keep(_ beginning: ChoiceSequence, run number: Int) {
    seeds.add(beginning, run: number)
  }

  /// Keeps the beginning of a run up to its last step that reached something. Returns `nil` if nothing
  /// is new.
  func keepNew(_ sequence: ChoiceSequence, run number: Int) -> CoverageSeeds.Entry? {
    let points = collector.coverage.reachedPoints.subtracting(seeds.points)
    guard !points.isEmpty || !newCombinations.isEmpty else { return nil }
    let entry = CoverageSeeds.Entry(
      run: number, sequence: sequence, points: points, combinations: newCombinations)
    newCombinations = []
    seeds.add(entry)
    return entry
  }

  /// Forgets what a failed run reached first, so that it is new for a run that passes.
  func discard() {
    newCombinations = []
    guard !collector.coverage.reachedPoints.isSubset(of: seeds.points) else { return }
    earlier = report
    collector = CoverageCollector(feature)
    lastCount = 0
  }

  /// Draws the beginning of a run: empty, or that of an earlier run. Later ones are more likely. `always`:
  /// not empty, if there is an earlier run.
  func drawBeginning(_ generator: inout SplitMix64, always: Bool = false) -> ChoiceSequence {
    let entries = seeds.entries
    guard !entries.isEmpty, always || generator.next(below: 3) == 0 else {
      return ChoiceSequence([])
    }
    let index = max(generator.next(below: entries.count), generator.next(below: entries.count))
    return entries[index].sequence
  }
}
