extension Store {
  /// The state, without registering an access for observation.
  package var currentState: State { storeScope.peek { $0 } }

  /// Calls `onChange` with the state after each batch of reduced actions, until the returned
  /// observation is cancelled or released.
  package func observeState(
    _ onChange: @escaping @MainActor (_ state: State) -> Void
  ) -> StateObservation {
    let observers = storeScope.observers
    storeScope.startObserving()
    let id = observers.addListener(
      StoreObservers.Listener(
        scopeID: ObjectIdentifier(storeScope),
        onChange: { [weak storeScope] in
          guard let storeScope else { return }
          onChange(storeScope.peek { $0 })
        },
        onFinish: {}))
    return StateObservation { [weak observers] in observers?.removeListener(id) }
  }
}

/// A listener of a store, until it is cancelled or released.
package final class StateObservation: Sendable {
  private let remove: @Sendable () -> Void

  init(_ remove: @escaping @Sendable () -> Void) {
    self.remove = remove
  }

  deinit { remove() }

  /// Removes the listener.
  package func cancel() { remove() }
}
