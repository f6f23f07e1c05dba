import Composable
import Foundation
import MachoDiff
import MachoSessions
import MachoValues

/// Drives a reducer's store.
final class ComposableStore<R: Reducer & SendableMetatype>: DrivenStore {
  let core: StoreCore<R.State, R.Action>
  private let context: RunContext
  /// The clock that all that tells or waits for time goes by.
  let clock: TestClock<Duration>
  /// What moves it in a live store, where nobody else does.
  let wallTime: WallTime?
  private var wake: (@Sendable () -> Void)?
  let caller: StubCaller
  private let stubs: [Stub]
  let issues = IssueCollector()
  private var steps: [Step] = []
  /// Whether the script has said that it waits for work outside.
  private var hasSettled = false
  /// Effects that ran while other threads did: what they have sent may come at another time in
  /// another run.
  private var suspects: [RunningEffect] = []

  init(
    state: R.State, context: RunContext, table: StubTable, stubs: [Stub], syntax: ValueSyntax,
    dependencies: (inout DependencyValues) -> Void, reducer: () -> R
  ) {
    let clock = TestClock()
    wallTime = context == .live ? WallTime(clock) : nil
    caller = StubCaller(table: table, syntax: syntax, clock: clock)
    var values = DependencyValues(context: context.dependencyContext)
    values.runOn(clock)
    if context == .preview { values.makeReproducible() }
    dependencies(&values)
    switch context {
    case .test: for stub in stubs { stub.install(&values, caller) }
    case .live: for stub in stubs { stub.observe(&values, caller) }
    case .preview: break
    }
    self.context = context
    self.clock = clock
    self.stubs = stubs
    core = issues.collect {
      withDependencies {
        $0 = values
      } operation: {
        StoreCore(
          initialState: state, executor: .adopted ?? StoreExecutor(), reducer: reducer(),
          dependencies: values)
      }
    }
    // The clocks that were made above have looked at it.
    clock.wasUsed = false
    core.onUncaughtError = { [issues] in issues.takeUncaught($0, at: $1) }
    core.onStep = { [unowned self] in note($0) }
  }

  var state: Any { core.state }

  func send(_ action: Any) {
    // The session read the action as `actionType`, which is this type.
    guard let action = action as? R.Action else { return }
    issues.collect {
      watching {
        core.send(action)
        drain()
      }
    }
  }

  func run() { issues.collect { watching { drain() } } }

  func poll() {
    guard wallTime == nil else { return takeArrivals() }
    issues.collect { drain(admittingArrivals: true) }
  }

  func whenArriving(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    core.executor.onArrival = wake
  }

  func stub(_ endpoint: String) {
    for stub in stubs where stub.endpoint.name == endpoint {
      stub.install(&core.dependencies, caller)
    }
  }

  func takeSteps() -> [Step] {
    defer { steps = [] }
    return steps
  }

  func takeProblems() -> [Diagnostic] { issues.take() }

  var effects: [RunningEffect] {
    core.effects.filter { !$0.isCancelled }.map(runningEffect)
  }

  var effectsOutside: [RunningEffect] {
    if wallTime != nil { return effectsInTheWorld }
    let alive = effects.filter { $0.status == .outside }
    let ended = suspects.filter { suspect in !alive.contains { $0.id == suspect.id } }
    return (ended + alive).sorted { $0.id < $1.id }
  }

  func admitOutside() { suspects = [] }

  var nextDeadline: Duration? { clock.nextDeadline }

  func advance(by duration: Duration) -> Bool {
    guard wallTime == nil else { return false }
    issues.collect { watching { clock.advance(by: duration) { drain() } } }
    return true
  }

  func settle(within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: limit)
    if wallTime != nil { return settleLive(until: deadline) }
    hasSettled = true
    suspects = []
    return issues.collect {
      while true {
        drain(admittingArrivals: true)
        guard effects.contains(where: { $0.status == .outside }) else { return true }
        guard core.executor.waitForArrival(until: deadline) else { return false }
      }
    }
  }

  func restore(_ state: Any, cancellingEffectsAfter effect: Int) -> [RunningEffect] {
    guard let state = state as? R.State else { return [] }
    core.restore(state)
    return cancel { $0.id > effect }
  }

  func cancelEffects() -> [RunningEffect] { cancel { _ in true } }

  func diff(_ old: Any, _ new: Any) -> String? {
    guard let old = old as? R.State, let new = new as? R.State else { return nil }
    return stateDiff(old, new)
  }

  func text(of value: Any) -> String { stateText(value) }

  func close() { _ = cancelEffects() }

  func drain(admittingArrivals: Bool = false) {
    core.executor.drain(admittingArrivals: admittingArrivals)
    if let wallTime { wallTime.setAlarm(wake) }
  }

  /// Runs the store and remembers which effects ran while other threads did.
  private func watching(_ body: () -> Void) {
    guard core.executor.watchesOtherThreads, !hasSettled, context != .live else { return body() }
    var touched = effects
    let events = core.onEffect
    core.onEffect = { [unowned self] event in
      if case .started(let record) = event { touched.append(runningEffect(record)) }
    }
    let others = OtherThreads()
    body()
    core.onEffect = events
    guard others.haveRun else { return }
    suspects += touched.map { effect in
      var effect = effect
      effect.status = .outside
      return effect
    }
  }

  private func cancel(_ isMeant: (RunningEffect) -> Bool) -> [RunningEffect] {
    let cancelled = effects.filter(isMeant)
    let ids = Set(cancelled.map(\.id))
    issues.collect {
      core.cancelEffects { ids.contains($0.id) }
      drain()
    }
    return cancelled
  }

  private func note(_ step: StoreStep<R.State, R.Action>) {
    let cause: Step.Cause =
      switch step.cause {
      case .sent: .sent
      case .received(let effect): .received(effect: effect)
      }
    if wallTime != nil { caller.table.observe(.reduced) }
    steps.append(
      Step(
        cause: cause, action: step.action, before: step.before, after: step.after,
        effectsBefore: core.lastEffectID))
  }

  private func runningEffect(_ record: EffectRecord) -> RunningEffect {
    let file = "\(record.place.fileID)".split(separator: "/").last.map(String.init) ?? "?"
    let status: RunningEffect.Status =
      switch record.status {
      case .asleep(_, let remaining): .asleep(remaining)
      case .waiting(let what): .waiting(what)
      case .outside: .outside
      }
    return RunningEffect(
      id: record.id, name: record.label ?? "run",
      origin: caseLabel(of: record.origin) ?? caller.syntax.print(record.origin),
      place: "\(file):\(record.place.line)", status: status)
  }
}

extension RunContext {
  fileprivate var dependencyContext: DependencyContext {
    switch self {
    case .live: .live
    case .preview: .preview
    case .test: .test
    }
  }
}

extension DependencyValues {
  /// All that tells or waits for time does so on one clock.
  fileprivate mutating func runOn(_ clock: TestClock<Duration>) {
    continuousClock = clock
    suspendingClock = clock
    mainQueue = .controlled(by: clock)
    mainRunLoop = .controlled(by: clock)
  }

  /// What a preview takes at random or from the wall clock elsewhere is the same in every run here,
  /// so that a session can be recorded.
  fileprivate mutating func makeReproducible() {
    uuid = .incrementing
    date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededNumbers(seed: 0))
  }
}
