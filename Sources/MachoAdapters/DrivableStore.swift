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
final class DrivableStore<State: Equatable & SendableMetatype>:
  CoreStore<WorkReducer.State, WorkOrder>
{
  private let door: StageDoor<State>
  private var object: Driven<State>?
  /// The state after the last step.
  private(set) var last: State
  /// How many steps it has taken.
  private(set) var stepCount = 0
  /// The number of steps with which a replay ends.
  var stepLimit = Int.max
  /// What is being sent, until the object has taken it.
  private var unanswered: Any?
  /// The action in whose name work is started now.
  private var origin: Any = StateChange.changed

  init<Taken: Sendable>(
    _ surroundings: Surroundings, state: State, value: @escaping @Sendable (Taken) -> Any,
    make: (State, Stage<Taken>) -> Driven<State>
  ) {
    last = state
    let door = StageDoor<State>()
    self.door = door
    super.init(surroundings, state: WorkReducer.State()) { WorkReducer() }
    door.open(to: self, core.executor)
    let stage = Stage<Taken>(work: door.work) { action in door.enter { $0.took(value(action)) } }
    object = issues.collect { inForce { make(state, stage) } }
    last = self.object?.state() ?? state
  }

  func send(_ action: Any) {
    issues.collect {
      watching {
        unanswered = action
        origin = action
        inForce { object?.send(action) }
        if unanswered != nil { answer(with: current) } else { noteChange() }
        origin = StateChange.changed
        drain()
      }
    }
  }

  override func runJobs(admittingArrivals: Bool) {
    while stepCount < stepLimit,
      core.executor.drain(admittingArrivals: admittingArrivals, limit: 1) > 0
    {
      noteChange()
    }
  }

  override func label(ofOrigin origin: Any) -> String {
    super.label(ofOrigin: (origin as? WorkOrder)?.origin ?? origin)
  }

  override var howToCatch: String { "do { ... } catch { ... }" }

  /// Puts a state in place, and says whether the object can.
  func restore(_ state: State) -> Bool {
    guard issues.collect({ inForce { object?.restore(state) } }) == true else { return false }
    last = current
    return true
  }

  override func close() {
    super.close()
    object = nil
  }

  /// Forgets what was noted of late, when an end in the middle has been brought about.
  func forgetSteps(backTo count: Int) {
    _ = takeSteps()
    stepCount = count
  }

  // MARK: What the object says

  private func took(_ action: Any) {
    if let sent = unanswered {
      guard !valuesEqual(action, sent) else { return answer(with: current) }
      answer(with: last)
    }
    note(.received(effect: EffectContext.current?.id), action, current)
  }

  func start(_ piece: Work.Piece) {
    let work = inForce {
      Effect<WorkOrder>.run(
        name: piece.name,
        operation: { _ in
          // What was cancelled before it began does not begin.
          if !Task.isCancelled { try await piece.operation() }
        },
        fileID: piece.fileID, filePath: piece.filePath, line: piece.line, column: piece.column)
    }
    guard let name = piece.name else { return order(work) }
    order(work.cancellable(id: name, cancelInFlight: piece.isReplacing))
  }

  func cancelWork(_ name: String) { order(.cancel(id: name)) }

  private func order(_ effect: Effect<WorkOrder>) {
    var origin = origin
    if let id = EffectContext.current?.id, let parent = core.effects.first(where: { $0.id == id }) {
      origin = (parent.origin as? WorkOrder)?.origin ?? origin
    }
    core.send(WorkOrder(origin: origin, effect: effect))
  }

  // MARK: Steps

  private var current: State { object?.state() ?? last }

  /// The object has taken what was sent.
  private func answer(with state: State) {
    guard let action = unanswered else { return }
    unanswered = nil
    note(.sent, action, state)
  }

  private func noteChange() {
    let state = current
    guard state != last else { return }
    note(.received(effect: nil), StateChange.changed, state)
  }

  private func note(_ cause: Step.Cause, _ action: Any, _ state: State) {
    let before = last
    last = state
    note(
      Step(
        cause: cause, action: action, before: before, after: state,
        effectsBefore: core.lastEffectID, number: stepCount))
    stepCount += 1
  }

  private func inForce<Result>(_ body: () -> Result) -> Result {
    withDependencies {
      // Work that runs keeps what it began with, as effects do.
      if EffectContext.current == nil { $0 = core.dependencies }
    } operation: {
      body()
    }
  }
}
