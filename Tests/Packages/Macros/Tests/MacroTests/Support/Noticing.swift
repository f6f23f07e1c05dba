import Observation
import Synchronization

/// Whether what `read` reads is said to change while `change` runs.
func isNoticed(reading read: () -> Void, during change: () -> Void) -> Bool {
  let noticed = Flag()
  withObservationTracking(read) { noticed.raise() }
  change()
  return noticed.isRaised
}

/// A flag that any thread may raise.
final class Flag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  func raise() { state.store(true, ordering: .releasing) }
}
