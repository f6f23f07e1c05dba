import Composable
import MachoLocks
import Observation

/// Finds the effect that changed the state of an object: the one that runs when something observable
/// changes that the state was read from.
final class ObservedChanges: Sendable {
  private struct Content: Sendable {
    var isObserving = false
    var effect: Int?
  }

  private let content = Lock(Content())

  /// Reads the state, and observes what it is read from until the next change.
  func read<State>(_ state: () -> State) -> State {
    let isObserving = content.withLock { content in
      defer { content.isObserving = true }
      return content.isObserving
    }
    guard !isObserving else { return state() }
    return withObservationTracking(state) { [weak self] in self?.recordChange() }
  }

  /// Removes and returns the effect that made the first change since the last call. `nil` if no
  /// effect did, or if what changed is not observable.
  func takeEffect() -> Int? {
    content.withLock { content in
      defer { content.effect = nil }
      return content.effect
    }
  }

  private func recordChange() {
    let effect = EffectContext.current?.id
    content.withLock { content in
      content.isObserving = false
      content.effect = content.effect ?? effect
    }
  }
}
