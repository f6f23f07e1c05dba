import Composable
import MachoArchitectures
import MachoSessions
import MachoValues

/// Drives an object that is no reducer's store.
///
/// The object's work runs as effects of a core that has nothing else to do, so it is seen, named,
/// timed and cancelled as a reducer's is. What was taken is known by the object's word; that the
/// state has changed is seen after each job of the executor, which is as exact as an observer that
/// is told at the end of each turn.
final class ObjectStoreAdapter<State: Equatable & SendableMetatype>:
  StoreAdapter<WorkReducer.State, WorkAction>
{
  private let proxy: StoreProxy<State>
  private var object: AnyDrivable<State>?
  /// The state after the last step.
  private(set) var lastState: State
  /// How many steps it has taken.
  private(set) var transitionCount = 0
  /// The number of steps with which a replay ends.
  var transitionLimit = Int.max
  /// What is being sent, until the object has taken it.
  private var unhandledAction: Any?
  /// The action in whose name work is started now.
  private var origin: Any = StateChange.changed

  init<Taken: Sendable>(
    _ surroundings: StoreConfiguration, state: State, value: @escaping @Sendable (Taken) -> Any,
    make: (State, DrivableContext<Taken>) -> AnyDrivable<State>
  ) {
    lastState = state
    let door = StoreProxy<State>()
    self.proxy = door
    super.init(surroundings, state: WorkReducer.State()) { WorkReducer() }
    door.attach(to: self, core.executor)
    let stage = DrivableContext<Taken>(work: door.work) { action in
      door.perform { $0.didHandle(value(action)) }
    }
    object = issues.collect { withCurrentDependencies { make(state, stage) } }
    lastState = self.object?.state() ?? state
  }

  func send(_ action: Any) {
    issues.collect {
      monitoringOtherThreads {
        unhandledAction = action
        origin = action
        withCurrentDependencies { object?.send(action) }
        if unhandledAction != nil { recordSent(with: current) } else { recordChange() }
        origin = StateChange.changed
        drain()
      }
    }
  }

  override func runJobs(admittingArrivals: Bool) {
    while transitionCount < transitionLimit,
      core.executor.drain(admittingArrivals: admittingArrivals, limit: 1) > 0
    {
      recordChange()
    }
  }

  override func label(ofOrigin origin: Any) -> String {
    super.label(ofOrigin: (origin as? WorkAction)?.origin ?? origin)
  }

  override var catchAdvice: String { "do { ... } catch { ... }" }

  /// Puts a state in place, and says whether the object can.
  func restore(_ state: State) -> Bool {
    guard issues.collect({ withCurrentDependencies { object?.restore(state) } }) == true else {
      return false
    }
    lastState = current
    return true
  }

  override func close() {
    super.close()
    object = nil
  }

  /// Forgets what was noted of late, when an end in the middle has been brought about.
  func discardTransitions(backTo count: Int) {
    _ = takeTransitions()
    transitionCount = count
  }

  // MARK: What the object says

  private func didHandle(_ action: Any) {
    if let sent = unhandledAction {
      guard !valuesEqual(action, sent) else { return recordSent(with: current) }
      recordSent(with: lastState)
    }
    record(.received(effect: EffectContext.current?.id), action, current)
  }

  func start(_ piece: TaskRunner.Job) {
    let work = withCurrentDependencies {
      Effect<WorkAction>.run(
        name: piece.name,
        operation: { _ in
          // What was cancelled before it began does not begin.
          if !Task.isCancelled { try await piece.operation() }
        },
        fileID: piece.fileID, filePath: piece.filePath, line: piece.line, column: piece.column)
    }
    guard let name = piece.name else { return startEffect(work) }
    startEffect(work.cancellable(id: name, cancelInFlight: piece.isReplacing))
  }

  func cancelWork(_ name: String) { startEffect(.cancel(id: name)) }

  private func startEffect(_ effect: Effect<WorkAction>) {
    var origin = origin
    if let id = EffectContext.current?.id, let parent = core.effects.first(where: { $0.id == id }) {
      origin = (parent.origin as? WorkAction)?.origin ?? origin
    }
    core.send(WorkAction(origin: origin, effect: effect))
  }

  // MARK: Steps

  private var current: State { object?.state() ?? lastState }

  /// The object has taken what was sent.
  private func recordSent(with state: State) {
    guard let action = unhandledAction else { return }
    unhandledAction = nil
    record(.sent, action, state)
  }

  private func recordChange() {
    let state = current
    guard state != lastState else { return }
    record(.received(effect: nil), StateChange.changed, state)
  }

  private func record(_ cause: StateTransition.Cause, _ action: Any, _ state: State) {
    let before = lastState
    lastState = state
    record(
      StateTransition(
        cause: cause, action: action, before: before, after: state,
        effectsBefore: core.lastEffectID, number: transitionCount))
    transitionCount += 1
  }

  private func withCurrentDependencies<Result>(_ body: () -> Result) -> Result {
    withDependencies {
      // Work that runs keeps what it began with, as effects do.
      if EffectContext.current == nil { $0 = core.dependencies }
    } operation: {
      body()
    }
  }
}
