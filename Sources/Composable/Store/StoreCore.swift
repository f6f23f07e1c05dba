import IssueReporting

/// The core shared by all kinds of stores: the state, the reducer and the in-flight effects.
///
/// Not `Sendable`: only the owner of the executor may access it. `send` reduces an action and
/// starts its effects. The owner drains the executor to run them. Before the owner releases a core,
/// it cancels the effects and drains once more, because a task that never resumes is never freed.
///
/// PERFORMANCE: properties are marked `@exclusivity(unchecked)` because a send reads each of them,
/// and exclusivity tracking would cost more than a small reducer.
///
/// SAFETY: only the owner's thread accesses them, and each is only read or replaced as a whole. It
/// is never modified in place, so no other code runs during an access.
package final class StoreCore<State, Action> {
  package let executor: StoreExecutor
  /// The dependencies that the reducer sees. Running effects keep the dependencies that they
  /// started with.
  package var dependencies: DependencyValues {
    didSet { currentDependencies = dependencies }
  }
  /// A copy of `dependencies` without exclusivity tracking. `dependencies` may be modified in
  /// place, which requires tracking.
  @exclusivity(unchecked)
  private var currentDependencies: DependencyValues

  /// The state after the last reduced action.
  package internal(set) var state: State

  /// Called after each reduced action, before its effects start.
  @exclusivity(unchecked)
  package var onAction: ActionObserver<State, Action>?

  /// Called before each action is reduced, if `onAction` is set.
  @exclusivity(unchecked)
  package var onActionStart: (() -> Void)?

  /// Called when all queued actions are reduced, so that the state may be displayed. Actions sent
  /// during the call are reduced afterwards.
  @exclusivity(unchecked)
  var onActionsReduced: (() -> Void)?

  /// Whether the state can be read while the reducer runs. Reads then return the state before the
  /// action.
  ///
  /// If `true`, a collection that the reducer modifies is copied.
  @exclusivity(unchecked)
  var keepsStateWhileReducing = false
  private var stateBeforeReducing: State?

  /// Called when an effect starts, finishes, fails or is cancelled.
  package var onEffect: ((EffectEvent) -> Void)?
  /// Called with an error that an effect did not catch. Default: `nil` (the error is reported as an
  /// issue).
  package var onUncaughtError: ((any Error, CallSite) -> Void)?

  let reduce: (inout State, Action) -> Effect<Action>
  let actionSink: StoreActionSink<State, Action>
  let effectRegistry = EffectRegistry()

  /// The in-flight effects in start order, which is the order of their numbers.
  var inFlightEffects: [InFlightEffect] = []
  package internal(set) var lastEffectID = 0
  /// The scopes that each ID cancels, in creation order.
  var cancellables: [CancelID: [CancelScope]] = [:]
  var lastScopeNumber = 0
  /// The elements of identified arrays with effects in flight.
  var elementEffects = ElementEffects()

  private var queuedActions: [Action] = []
  /// The queued actions that are being reduced.
  ///
  /// ORDER: apart from `queuedActions`, because what their payloads do when they are released may send.
  private var reducedActions: [Action] = []
  /// Whether `queuedActions` is not empty. PERFORMANCE: asking the array costs more than a small
  /// reducer.
  @exclusivity(unchecked)
  private var hasQueuedActions = false
  @exclusivity(unchecked)
  private var isSending = false
  /// The group of the effects that the running `send` starts. Created with the first effect.
  @exclusivity(unchecked)
  var currentGroup: EffectGroup?

  package init<R: Reducer<State, Action>>(
    initialState: State, executor: StoreExecutor, reducer: R,
    dependencies: DependencyValues = .current
  ) {
    state = initialState
    self.executor = executor
    self.dependencies = dependencies
    currentDependencies = dependencies
    reduce = { reducer.reduce(into: &$0, action: $1) }
    actionSink = StoreActionSink(executor: executor)
    actionSink.core = self
    effectRegistry.setCancelHandler { [actionSink] in actionSink.cancel($0) }
  }

  deinit {
    // SAFETY: `Task.cancel` may be called on any thread, and only the core accesses what an
    // in-flight effect needs. So the last reference may be released on any thread.
    for effect in inFlightEffects {
      effect.task?.cancel()
      effect.subscription?.cancel()
      effect.releaseReferences()
    }
  }

  /// Reduces an action and all actions that its effects send synchronously, and starts the effects.
  ///
  /// An action sent while another one is being reduced is reduced after it, before the outer `send`
  /// returns.
  ///
  /// - Returns: The group of the started effects, or `nil` if none was started.
  @discardableResult
  package func send(_ action: Action) -> EffectGroup? {
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    return process(action, cause: .sent, group: nil)
  }

  /// Reduces an action that an effect sent.
  func receive(_ action: Action, from handle: EffectHandle) {
    // The action may have been on its way from another thread when its effect was cancelled.
    guard !handle.wasCancelled else { return }
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    if handle.isFinished { reportSendAfterFinish(handle) }
    _ = process(action, cause: .received(effect: handle.id), group: handle.group)
  }

  /// Restores an earlier state. Effects are not changed.
  package func restore(_ state: State) {
    // Released when the access to the property has ended, because its parts may send when they are
    // released.
    let old = self.state
    self.state = state
    withExtendedLifetime(old) {}
  }

  /// Calls `body` with a function that reduces an action without changing the store's state, and drops
  /// the returned effects.
  package func withPureReducer(_ body: ((inout State, Action) -> Void) -> Void) {
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    DependencyValues.$_current.withValue(dependencies) { body { _ = reduce(&$0, $1) } }
  }

  // MARK: Reducing

  // PERFORMANCE: code that most sends do not need is in separate methods that are never inlined.
  // Each generic type that a method names is looked up on entry, which costs more than a small
  // reducer.

  /// Reduces an action of a synchronous effect. If actions are being reduced, the action is queued
  /// instead.
  func sendOrEnqueue(_ action: Action) {
    if isSending {
      enqueue(action)
    } else {
      _ = process(action, cause: .received(effect: nil), group: currentGroup)
    }
  }

  @inline(never)
  private func enqueue(_ action: Action) {
    queuedActions.append(action)
    hasQueuedActions = true
  }

  private func process(
    _ action: Action, cause: ActionCause, group: EffectGroup?
  ) -> EffectGroup? {
    if isSending {
      enqueue(action)
      return nil
    }
    isSending = true
    // The group of the running concatenation, if this action belongs to one.
    let outer = self.currentGroup
    self.currentGroup = group
    // The reducer sees the store's dependencies, whatever task-local values the caller has.
    //
    // PERFORMANCE: setting a task-local value costs more than a small reducer, so an equal value is
    // not set again.
    if currentDependencies.isIdentical(to: .current) {
      reduceAll(action, cause: cause)
    } else {
      reduceAllWithDependencies(action, cause: cause)
    }
    let started = self.currentGroup
    isSending = false
    self.currentGroup = outer
    return started
  }

  @inline(never)
  private func reduceAllWithDependencies(_ action: Action, cause: ActionCause) {
    DependencyValues.$_current.withValue(dependencies) { reduceAll(action, cause: cause) }
  }

  /// Calls `body` with the state. During a reduction, this is the state before the action if the
  /// core keeps it.
  func withReadableState<Result>(_ body: (State) -> Result) -> Result {
    if let stateBeforeReducing { body(stateBeforeReducing) } else { body(state) }
  }

  @inline(__always)
  private func reduceAll(_ action: Action, cause: ActionCause) {
    if keepsStateWhileReducing {
      preservingState { reduceActionAndQueue(action, cause: cause) }
    } else {
      reduceActionAndQueue(action, cause: cause)
    }
    if onActionsReduced != nil { notifyActionsReduced() }
  }

  @inline(never)
  private func notifyActionsReduced() {
    while let onActionsReduced {
      onActionsReduced()
      // Actions that the observers sent were queued. Otherwise the observers would be notified
      // before they return.
      guard hasQueuedActions else { return }
      if keepsStateWhileReducing {
        preservingState { reduceQueuedActions() }
      } else {
        reduceQueuedActions()
      }
    }
  }

  @inline(never)
  private func preservingState(while body: () -> Void) {
    stateBeforeReducing = state
    body()
    while true {
      var before = stateBeforeReducing
      stateBeforeReducing = nil
      // The release of the old state may send.
      before = nil
      _ = before
      guard hasQueuedActions else { return }
      stateBeforeReducing = state
      reduceQueuedActions()
    }
  }

  @inline(__always)
  private func reduceActionAndQueue(_ action: Action, cause: ActionCause) {
    reduceAction(action, cause: cause)
    if hasQueuedActions { reduceQueuedActions() }
  }

  @inline(never)
  private func reduceQueuedActions() {
    while hasQueuedActions {
      hasQueuedActions = false
      swap(&queuedActions, &reducedActions)
      var next = 0
      while next < reducedActions.count {
        let action = reducedActions[next]
        next += 1
        reduceAction(action, cause: .received(effect: nil))
      }
      // May enqueue actions, see `reducedActions`.
      reducedActions.removeAll(keepingCapacity: true)
    }
  }

  @inline(__always)
  private func reduceAction(_ action: Action, cause: ActionCause) {
    // PERFORMANCE: no copy of the state exists while the reducer runs, so collections are modified
    // in place.
    let effect =
      onAction == nil ? reduce(&state, action) : reduceNotifyingObserver(action, cause: cause)
    if !effect.isNone { perform(effect, origin: action) }
  }

  @inline(never)
  private func reduceNotifyingObserver(_ action: Action, cause: ActionCause) -> Effect<Action> {
    onActionStart?()
    let (observer, before) = (onAction, state)
    let purityTracker = currentDependencies.purityTracker
    purityTracker?.reset()
    let effect = reduce(&state, action)
    observer?(action, before, state, cause, purityTracker?.isPure ?? false)
    return effect
  }

  private func reportSendAfterFinish(_ handle: EffectHandle) {
    reportIssue(
      """
      An action was sent from a completed effect.

      Avoid sending actions with the 'send' of 'Effect.run' after its closure has returned, for \
      example from an unstructured task that it started.
      """)
  }
}
