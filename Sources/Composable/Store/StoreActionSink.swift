/// The door through which effects come back to their core, from whichever task they are on.
///
/// `@unchecked Sendable` for its core alone, of which it is told there.
final class StoreActionSink<State, Action>: ActionSink<Action>, EffectHost, @unchecked Sendable {
  let executor: StoreExecutor

  // Unsafe only to the checker. It is set once, by the core's initialiser, before anybody else
  // knows the gate; the methods below use it on the thread that owns the executor, and only that
  // thread may touch the core. Reading a weak reference is atomic towards its deinit.
  nonisolated(unsafe) weak var core: StoreCore<State, Action>?

  init(executor: StoreExecutor) {
    self.executor = executor
  }

  /// Whether the calling thread owns the core.
  override var isOnOwnerThread: Bool { executor.isOwnedByCurrentThread }

  /// Sends an effect's action to the core, on the thread that owns it.
  override func deliverOnOwnerThread(_ action: Action, from identity: EffectHandle) {
    core?.receive(action, from: identity)
  }

  /// Sends an effect's action to the core.
  override func deliver(_ action: sending Action, from identity: EffectHandle) async {
    // Nothing suspends between the question and the call, so the thread stays the owner's.
    if isOnOwnerThread {
      deliverOnOwnerThread(action, from: identity)
    } else {
      // The caller has given the action up, and waits until the task has taken it.
      nonisolated(unsafe) let action = action
      await Task(executorPreference: executor) { [self] in
        core?.receive(action, from: identity)
      }.value
    }
  }

  /// Tells the core that an effect has ended.
  func finish(_ identity: EffectHandle, error: (any Error)?) async {
    if isOnOwnerThread {
      finishOnOwnerThread(identity, error: error)
    } else {
      await Task(executorPreference: executor) { [self] in
        finishOnOwnerThread(identity, error: error)
      }.value
    }
  }

  /// The same, on the thread that owns the core.
  func finishOnOwnerThread(_ identity: EffectHandle, error: (any Error)?) {
    if let core {
      core.finish(identity, error: error)
    } else {
      // The store is gone, but somebody may wait for its effects.
      identity.group.remove(identity.id)
    }
  }

  /// Makes the child go that an effect belongs to.
  func dismiss(_ child: CancelID, from identity: EffectHandle) async {
    if isOnOwnerThread {
      core?.dismiss(child, from: identity)
    } else {
      await Task(executorPreference: executor) { [self] in
        core?.dismiss(child, from: identity)
      }.value
    }
  }

  /// Cancels all effects.
  func cancelAll() async {
    if isOnOwnerThread {
      core?.cancelEffects { _ in true }
    } else {
      await Task(executorPreference: executor) { [self] in
        core?.cancelEffects { _ in true }
      }.value
    }
  }

  /// Cancels the effects with an identifier; from outside, when that is let in.
  func cancel(_ id: CancelID) {
    if isOnOwnerThread {
      core?.cancelEffects(id)
    } else {
      Task(executorPreference: executor) { [self] in core?.cancelEffects(id) }
    }
  }
}
