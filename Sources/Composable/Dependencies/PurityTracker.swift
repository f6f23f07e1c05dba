import Synchronization

/// Records whether a reducer has side effects: whether it reads a dependency, or uses a facility of
/// this library that would act again in another run.
///
/// To track a reducer, add a tracker to the dependencies under which it runs.
package final class PurityTracker: Sendable {
  private let isImpure = Atomic(false)

  package init() {}

  /// Discards what was recorded.
  func reset() { isImpure.store(false, ordering: .relaxed) }

  /// Whether no side effect was recorded since the last reset.
  ///
  /// An effect that runs concurrently may also record one. The action then looks impure although it
  /// is pure, which costs only memory.
  var isPure: Bool { !isImpure.load(ordering: .relaxed) }

  func recordImpurity() { isImpure.store(true, ordering: .relaxed) }
}

extension DependencyValues {
  /// Records an operation that another run of the reducer would repeat.
  func recordImpurity() { purityTracker?.recordImpurity() }
}
