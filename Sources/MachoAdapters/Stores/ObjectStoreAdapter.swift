import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

/// Adapts an object that is not a reducer's store.
///
/// The object's work runs as effects of a core without state. It is observed, named, timed and
/// cancelled like a reducer's effects. The object reports the actions that it handles. State
/// changes are detected after each job of the executor.
final class ObjectStoreAdapter<State: Equatable & SendableMetatype>:
  StoreAdapter<WorkReducer.State, WorkAction>
{
  private let proxy: StoreProxy<State>
  private var object: AnyDrivable<State>?
  /// The state after the last transition.
  private(set) var lastState: State
  /// The number of transitions.
  private(set) var transitionCount = 0
  /// The number of transitions at which a replay stops.
  var transitionLimit = Int.max
  /// The sent action, until the object has handled it.
  private var unhandledAction: Any?
  /// The shared values of the state. `nil` if it contains none.
  private var shared: SharedStateTracker<State>?
  /// `nil` if the state cannot refer to objects.
  private var tracker: ObjectTracker<State>?
  /// Which effect changed the state.
  private let tracking = ObservedChanges()
  /// The ID of the last effect that had started before the action or job that runs now. An effect that the
  /// action starts belongs to its transition, even if the object reports the action later.
  private var lastEffectIDBefore = 0
  /// The action that work started now is attributed to.
  private var origin: Any = StateChange.changed(by: .outside)

  init<Handled: Sendable>(
    _ configuration: StoreConfiguration, state: State, value: @escaping @Sendable (Handled) -> Any,
    make: (State, DrivableContext<Handled>) -> AnyDrivable<State>
  ) {
    lastState = state
    let proxy = StoreProxy<State>()
    self.proxy = proxy
    super.init(configuration, state: WorkReducer.State()) { WorkReducer() }
    proxy.attach(to: self, core.executor)
    let context = DrivableContext<Handled>(tasks: proxy.tasks) { action in
      proxy.perform { $0.didHandle(value(action)) }
    }
    object = issues.collect {
      holdingExternalWork {
        withCurrentDependencies {
          shared = SharedStateTracker(of: core.executor)
          return make(shared == nil ? state : SharedStateTracker.open(state), context)
        }
      }
    }
    lastState = current
    tracker = ObjectTracker(lastState)
  }

  var objects: (any ObjectRecord)? { tracker?.last }

  func send(_ action: Any) {
    operate {
      holdingExternalWork {
        unhandledAction = action
        lastEffectIDBefore = core.lastEffectID
        origin = action
        withCurrentDependencies { object?.send(action) }
        if unhandledAction != nil { recordSent(with: current) } else { recordChange() }
        origin = StateChange.changed(by: .outside)
        drain()
      }
    }
  }

  override func runJobs(acceptingExternalJobs: Bool) {
    lastEffectIDBefore = core.lastEffectID
    runJobsOneByOne(acceptingExternalJobs: acceptingExternalJobs) {
      transitionCount < transitionLimit
    } after: {
      recordChange()
      lastEffectIDBefore = core.lastEffectID
    }
  }

  override func runMainThread() -> Bool {
    let before = object == nil ? lastState : current
    guard super.runMainThread() else { return false }
    // What other code changed before belongs to the next transition.
    guard object != nil, transitionCount < transitionLimit, current != before else { return true }
    // A script waits for the main thread.
    if clockSync != nil {
      caller.table.observe(.externalJobAccepted(waiting: effectsWaitingWithoutCall))
    }
    hasExternalChanges = true
    recordChange()
    return true
  }

  override func label(ofOrigin origin: Any) -> String {
    super.label(ofOrigin: (origin as? WorkAction)?.origin ?? origin)
  }

  override var catchAdvice: String { "do { ... } catch { ... }" }

  /// Restores a state. Returns whether the object supports it.
  func restore(_ state: State) -> Bool {
    let isRestored = operate {
      withCurrentDependencies {
        object?.restore(shared?.restore(state, at: transitionCount) ?? state) ?? false
      }
    }
    if isRestored {
      lastState = current
      _ = tracker?.update(lastState)
    }
    return isRestored
  }

  override func close() {
    super.close()
    object = nil
  }

  /// Discards recorded transitions after a replay of a partial operation.
  func discardTransitions(backTo count: Int) {
    _ = takeTransitions()
    transitionCount = count
  }

  // MARK: Reports of the object

  private func didHandle(_ action: Any) {
    if let sent = unhandledAction {
      guard !areSame(action, sent) else { return recordSent(with: current) }
      recordSent(with: lastState)
    }
    record(.received(effect: EffectContext.current?.id), action, current)
  }

  func start(_ job: TaskRunner.Job) {
    let work = withCurrentDependencies {
      Effect<WorkAction>.run(
        name: job.name,
        operation: { _ in
          // Work that was cancelled before its start does not start.
          if !Task.isCancelled { try await job.operation() }
        },
        fileID: job.fileID, filePath: job.filePath, line: job.line, column: job.column)
    }
    guard let name = job.name else { return startEffect(work) }
    startEffect(work.cancellable(id: name, cancelInFlight: job.isReplacing))
  }

  func cancelWork(_ name: String) { startEffect(.cancel(id: name)) }

  private func startEffect(_ effect: Effect<WorkAction>) {
    var origin = origin
    if let id = EffectContext.current?.id, let parent = core.effects.first(where: { $0.id == id }) {
      origin = (parent.origin as? WorkAction)?.origin ?? origin
    }
    core.send(WorkAction(origin: origin, effect: effect))
  }

  // MARK: Transitions

  private var current: State {
    guard let state = tracking.read({ object?.state() }) else { return lastState }
    return shared?.snapshot(of: state) ?? state
  }

  /// Records the transition of the sent action.
  private func recordSent(with state: State) {
    guard let action = unhandledAction else { return }
    unhandledAction = nil
    record(.sent, action, state)
  }

  private func recordChange() {
    let state = current
    guard state == lastState || areSame(state, lastState) else {
      let effect = tracking.takeEffect()
      return record(.modified(effect: effect), StateChange(effect: effect), state)
    }
    guard let tracker, let change = tracker.takeChange(of: state) else { return }
    let effect = tracking.takeEffect() ?? core.effectOfLastJob
    record(.modified(effect: effect), StateChange(effect: effect), state, objects: change)
  }

  private func record(
    _ cause: StateTransition.Cause, _ action: Any, _ state: State,
    objects: (before: any ObjectRecord, after: any ObjectRecord)? = nil
  ) {
    let before = lastState
    lastState = state
    _ = tracking.takeEffect()
    var transition = StateTransition(
      cause: cause, action: action, before: before, after: state,
      lastEffectIDBefore: lastEffectIDBefore, index: transitionCount)
    transition.objects = objects ?? tracker?.update(state)
    record(transition)
    lastEffectIDBefore = core.lastEffectID
    transitionCount += 1
  }

  private func withCurrentDependencies<Result>(_ body: () -> Result) -> Result {
    withDependencies {
      // In-flight work keeps the dependencies of its start, as effects do.
      if EffectContext.current == nil { $0 = core.dependencies }
    } operation: {
      body()
    }
  }
}
