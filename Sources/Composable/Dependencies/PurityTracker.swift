import Synchronization

/// Says whether a reducer did anything but compute: read a dependency, or something of this
/// library's that another run of it would do once more.
///
/// Who watches puts one into the dependencies under which the reducer runs.
package final class PurityTracker: Sendable {
  private let isImpure = Atomic(false)

  package init() {}

  /// Begins to watch; returns nothing of what was before.
  func reset() { isImpure.store(false, ordering: .relaxed) }

  /// Whether nothing was noted since.
  ///
  /// An effect that runs elsewhere at that moment may note something too. That makes an action look
  /// less pure than it is, which costs memory and nothing else.
  var isPure: Bool { !isImpure.load(ordering: .relaxed) }

  func recordImpurity() { isImpure.store(true, ordering: .relaxed) }
}

extension DependencyValues {
  /// Takes note that something is done which another run of the reducer would do once more.
  func recordImpurity() { purityTracker?.recordImpurity() }
}
