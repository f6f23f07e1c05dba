/// The door through which effects come back to their core, from whichever task they are on.
actor StoreGate<State, Action> {
  nonisolated let executor: StoreExecutor

  // Unsafe only to the checker. It is set once, by the core's initialiser, before anybody else
  // knows the gate; it is read by the methods below, on the thread that owns the executor, and
  // only that thread may touch the core. Reading a weak reference is atomic towards its deinit.
  nonisolated(unsafe) weak var core: StoreCore<State, Action>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(executor: StoreExecutor) {
    self.executor = executor
  }

  /// Sends an effect's action to the core.
  nonisolated func deliver(_ action: sending Action, from identity: EffectIdentity) async {
    if executor.isOwnedByCurrentThread {
      // Nothing suspends between the question and the call, so the thread stays the owner.
      core?.receive(action, from: identity)
    } else {
      await hop(action, identity)
    }
  }

  /// Tells the core that an effect has ended.
  nonisolated func end(_ identity: EffectIdentity, error: (any Error)?) async {
    if executor.isOwnedByCurrentThread {
      core?.end(identity, error: error)
    } else {
      await hopToEnd(identity, error)
    }
  }

  private func hop(_ action: sending Action, _ identity: EffectIdentity) {
    core?.receive(action, from: identity)
  }

  private func hopToEnd(_ identity: EffectIdentity, _ error: (any Error)?) {
    core?.end(identity, error: error)
  }
}
