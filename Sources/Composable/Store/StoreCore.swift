import IssueReporting

/// What all kinds of stores are made of: the state, the reducer and the effects alive.
///
/// It is not `Sendable`: only the owner of its executor may touch it. `send` reduces and starts
/// effects; the owner drains the executor when it wants them to go on. Whoever lets go of a core
/// cancels its effects and drains once more, as a task that is never run again is never freed.
///
/// What a property is marked `@exclusivity(unchecked)` for: a send reads each of them, and to have
/// the runtime note all these accesses costs more than a small reducer. Why it is sound: only the
/// owner's thread is in here, and such a property is only ever read or replaced as a whole, never
/// changed in place, so that no other code runs between the begin and the end of an access.
package final class StoreCore<State, Action> {
  package let executor: StoreExecutor
  /// What is in force while the reducer runs; effects that run already keep what they began with.
  package var dependencies: DependencyValues {
    didSet { currentDependencies = dependencies }
  }
  /// The same. Those above may be changed in place, which is noted, see the head of this class.
  @exclusivity(unchecked)
  private var currentDependencies: DependencyValues

  /// The state after the last reduced action.
  package internal(set) var state: State

  /// Called after each reduced action, before its effects start.
  @exclusivity(unchecked)
  package var onAction: ActionObserver<State, Action>?

  /// Called when all actions that were waiting are reduced: the state is one to be shown. What is
  /// sent meanwhile is reduced afterwards.
  @exclusivity(unchecked)
  var onActionsReduced: (() -> Void)?

  /// Whether the state may be read while the reducer runs; it is then as it was before.
  ///
  /// It costs that a collection which is changed meanwhile is copied.
  @exclusivity(unchecked)
  var keepsStateWhileReducing = false
  private var stateBeforeReducing: State?

  /// Called when an effect starts or ends.
  package var onEffect: ((EffectEvent) -> Void)?
  /// Takes an error that an effect threw and nobody caught, which without this is a reported issue.
  package var onUncaughtError: ((any Error, CallSite) -> Void)?

  let reduce: (inout State, Action) -> Effect<Action>
  let actionSink: StoreActionSink<State, Action>
  let effectRegistry = EffectRegistry()

  /// Alive, in the order of birth, which is that of their numbers.
  var inFlightEffects: [InFlightEffect] = []
  package internal(set) var lastEffectID = 0
  /// What an identifier cancels, in the order of birth.
  var cancellables: [CancelID: [CancelScope]] = [:]
  var lastScopeNumber = 0

  private var queuedActions: [Action] = []
  /// Whether any action is. To ask the array costs more than a small reducer.
  @exclusivity(unchecked)
  private var hasQueuedActions = false
  @exclusivity(unchecked)
  private var isSending = false
  /// Who waits for the effects that the running `send` starts; made when the first one does.
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
    // `Task.cancel` may be called from any thread, and nobody but the core touches what an effect in
    // flight needs, so it does not matter who lets go last.
    for effect in inFlightEffects {
      effect.task?.cancel()
      effect.releaseReferences()
    }
  }

  /// Reduces an action, and all that its effects send back at once, and starts its effects.
  ///
  /// An action sent while another is being reduced is reduced after it, before the outer `send`
  /// returns.
  ///
  /// - Returns: The effects that were started, or `nil` when there are none.
  @discardableResult
  package func send(_ action: Action) -> EffectGroup? {
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    return process(action, cause: .sent, family: nil)
  }

  /// Takes an action from an effect.
  func receive(_ action: Action, from identity: EffectHandle) {
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    if identity.isFinished { reportSendAfterFinish(identity) }
    _ = process(action, cause: .received(effect: identity.id), family: identity.group)
  }

  /// Puts an earlier state back. Effects are not touched.
  package func restore(_ state: State) {
    self.state = state
  }

  /// What the reducer alone makes of a state: the store's own is not touched, and the effects that
  /// it asks for are dropped.
  package func pureReduce(_ state: State, by action: Action) -> State {
    var state = state
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    DependencyValues.$_current.withValue(dependencies) { _ = reduce(&state, action) }
    return state
  }

  // MARK: The loop

  // What most sends do not need stands in methods of its own, never inlined: each generic type
  // that a method names is looked up when it is entered, which costs more than a small reducer.

  /// Sends an action of a synchronous effect: it waits for its turn in the running loop.
  func sendOrEnqueue(_ action: Action) {
    if isSending {
      enqueue(action)
    } else {
      _ = process(action, cause: .received(effect: nil), family: currentGroup)
    }
  }

  @inline(never)
  private func enqueue(_ action: Action) {
    queuedActions.append(action)
    hasQueuedActions = true
  }

  private func process(
    _ action: Action, cause: ActionCause, family: EffectGroup?
  ) -> EffectGroup? {
    if isSending {
      enqueue(action)
      return nil
    }
    isSending = true
    // That of the concatenation which is going on, if this is an action in it.
    let outer = self.currentGroup
    self.currentGroup = family
    // The reducer sees the store's dependencies, whatever surrounds the call. A task-local value
    // costs more than a small reducer, so it is not set again where it stands already.
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

  /// Hands the state out, also where the reducer runs, if the core keeps it then.
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
      // What observers sent meanwhile waited, as they would be told of it before they are done.
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
    stateBeforeReducing = nil
  }

  @inline(__always)
  private func reduceActionAndQueue(_ action: Action, cause: ActionCause) {
    reduceAction(action, cause: cause)
    if hasQueuedActions { reduceQueuedActions() }
  }

  @inline(never)
  private func reduceQueuedActions() {
    var next = 0
    while next < queuedActions.count {
      let action = queuedActions[next]
      next += 1
      reduceAction(action, cause: .received(effect: nil))
    }
    hasQueuedActions = false
    queuedActions.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private func reduceAction(_ action: Action, cause: ActionCause) {
    // No copy is held while the reducer runs, so collections are changed in place.
    let effect =
      onAction == nil ? reduce(&state, action) : reduceNotifyingObserver(action, cause: cause)
    if !effect.isNone { perform(effect, origin: action) }
  }

  @inline(never)
  private func reduceNotifyingObserver(_ action: Action, cause: ActionCause) -> Effect<Action> {
    let (onStep, before) = (onAction, state)
    let watch = dependencies.purityTracker
    watch?.reset()
    let effect = reduce(&state, action)
    onStep?(action, before, state, cause, watch?.isPure ?? false)
    return effect
  }

  private func reportSendAfterFinish(_ identity: EffectHandle) {
    reportIssue(
      """
      An action was sent from a completed effect.

      Avoid sending actions with the 'send' of 'Effect.run' after its closure has returned, for \
      example from an unstructured task that it started.
      """)
  }
}
