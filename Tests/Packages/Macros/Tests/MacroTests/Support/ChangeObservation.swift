import Observation
import Synchronization

/// Returns whether observation reports a change of the values that `read` accesses while `change`
/// runs.
func isChangeReported(reading read: () -> Void, during change: () -> Void) -> Bool {
  let changed = Flag()
  withObservationTracking(read) { changed.raise() }
  change()
  return changed.isRaised
}

/// A thread-safe flag.
final class Flag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  func raise() { state.store(true, ordering: .releasing) }
}
