extension Store where State: Sendable {
  /// The current state, then the state after each batch of reduced actions.
  ///
  /// Only the newest state is buffered, so slow consumers skip states. The stream finishes with the
  /// store. Replaces upstream's `publisher`.
  public var states: AsyncStream<State> { states { _, _ in false } }
}

extension Store where State: Equatable & Sendable {
  /// The current state, then each state that differs from the one before.
  ///
  /// Only the newest state is buffered, so slow consumers skip states. The stream finishes with the
  /// store. Replaces upstream's `publisher`.
  public var states: AsyncStream<State> { states(unless: ==) }
}

extension Store where State: Sendable {
  private func states(unless isSame: @escaping (State, State) -> Bool) -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream<State>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var last = state
    continuation.yield(last)
    let observers = storeScope.observers
    let id = observers.addListener(
      StoreObservers.Listener(
        scopeID: ObjectIdentifier(storeScope),
        onChange: { [weak storeScope] in
          guard let state = storeScope?.peek({ $0 }), !isSame(last, state) else { return }
          last = state
          continuation.yield(state)
        },
        onFinish: { continuation.finish() }))
    continuation.onTermination = { [weak observers] _ in observers?.removeListener(id) }
    return stream
  }
}
