/// Delivers actions from effects to the store core, from any task.
///
/// SAFETY: `@unchecked Sendable` because of `core`, see below.
final class StoreActionSink<State, Action>: ActionSink<Action>, EffectHost, @unchecked Sendable {
  let executor: StoreExecutor

  // SAFETY: set once by the core's initializer, before other code has a reference to this object.
  // The methods below use it only on the thread that owns the executor. Reading a weak reference is
  // atomic with respect to its deinitialization.
  nonisolated(unsafe) weak var core: StoreCore<State, Action>?

  init(executor: StoreExecutor) {
    self.executor = executor
  }

  /// Whether the calling thread owns the core and may use it directly. `false` for an external job: its
  /// actions become jobs too, as those of another thread do, until the owner accepts the job.
  override var isOnOwnerThread: Bool {
    executor.isOwnedByCurrentThread && !executor.isCurrentJobExternal
  }

  /// Sends an effect's action to the core. Must be called on the thread that owns it.
  override func deliverOnOwnerThread(_ action: Action, from handle: EffectHandle) {
    executor.externalWork?.didSendAction()
    core?.receive(action, from: handle)
  }

  /// Sends an effect's action to the core, from any thread.
  override func deliver(_ action: sending Action, from handle: EffectHandle) async {
    // SAFETY: nothing suspends between the test and the call, so the thread remains the owner.
    if isOnOwnerThread {
      deliverOnOwnerThread(action, from: handle)
    } else {
      // SAFETY: the caller transfers the action and waits until the task has consumed it.
      nonisolated(unsafe) let action = action
      await Task(executorPreference: executor) { [self] in
        core?.receive(action, from: handle)
      }.value
    }
  }

  /// Notifies the core that an effect has finished.
  func finish(_ handle: EffectHandle, error: (any Error)?) async {
    if isOnOwnerThread {
      finishOnOwnerThread(handle, error: error)
    } else {
      await Task(executorPreference: executor) { [self] in
        finishOnOwnerThread(handle, error: error)
      }.value
    }
  }

  /// Notifies the core that an effect has finished. Must be called on the thread that owns the
  /// core.
  func finishOnOwnerThread(_ handle: EffectHandle, error: (any Error)?) {
    if let core {
      core.finish(handle, error: error)
    } else {
      // The store was released, but a caller may wait for its effects.
      handle.group.remove(handle.id)
    }
  }

  /// Dismisses the child that the effect belongs to.
  func dismiss(_ child: CancelID, from handle: EffectHandle) async {
    if isOnOwnerThread {
      core?.dismiss(child, from: handle)
    } else {
      await Task(executorPreference: executor) { [self] in
        core?.dismiss(child, from: handle)
      }.value
    }
  }

  /// Cancels all effects of the store.
  func cancelAll() async {
    if isOnOwnerThread {
      core?.cancelEffects { _ in true }
    } else {
      await Task(executorPreference: executor) { [self] in
        core?.cancelEffects { _ in true }
      }.value
    }
  }

  /// Cancels the effects with an ID. On another thread, the cancellation is enqueued as an external
  /// job.
  func cancel(_ id: CancelID) {
    if isOnOwnerThread {
      core?.cancelEffects(id)
    } else {
      Task(executorPreference: executor) { [self] in core?.cancelEffects(id) }
    }
  }
}
