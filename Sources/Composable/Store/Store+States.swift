extension Store where State: Sendable {
  /// The states, the current one first, then one each time that actions were reduced.
  ///
  /// Whoever is slower than the store skips states: only the newest waits. It stands for
  /// upstream's `publisher`. It ends with the store.
  public var states: AsyncStream<State> { states { _, _ in false } }
}

extension Store where State: Equatable & Sendable {
  /// The states, the current one first, then one each time that it has changed.
  ///
  /// Whoever is slower than the store skips states: only the newest waits. It stands for
  /// upstream's `publisher`. It ends with the store.
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
