import Composable
import Foundation
import MachoDiff
import MachoSessions
import MachoValues

/// What the drivers of all kinds of stores share: the executor with the effects on it, the clock,
/// the stubs, and what went wrong.
///
/// A kind of store adds what an action and a state are: it is a subclass that is a `DrivenStore`.
class StoreAdapter<State, Action> {
  let core: StoreCore<State, Action>
  let context: RunContext
  /// The clock that all that tells or waits for time goes by.
  let clock: TestClock<Duration>
  /// What moves it in a live store, where nobody else does.
  let wallTime: LiveClockSync?
  private var wake: (@Sendable () -> Void)?
  let caller: StubCaller
  private let stubs: [Stub]
  let issues = IssueCollector()
  private var transitions: [StateTransition] = []
  /// Whether the script has said that it waits for work outside.
  private var hasSettled = false
  /// Effects that ran while other threads did: what they have sent may come at another time in
  /// another run.
  private var suspectEffects: [RunningEffect] = []
  private var startTimes = EffectStartTimes()

  init(_ surroundings: StoreConfiguration, state: State, reducer: () -> some Reducer<State, Action>)
  {
    let clock = TestClock()
    let context = surroundings.context
    wallTime = context == .live ? LiveClockSync(clock) : nil
    caller = StubCaller(
      table: surroundings.table, syntax: surroundings.syntax, clock: clock,
      memory: surroundings.memory)
    var values = DependencyValues(context: context.dependencyContext)
    values.useClock(clock)
    if context == .preview { values.makeReproducible() }
    surroundings.dependencies(&values)
    switch context {
    case .test: for stub in surroundings.stubs { stub.install(&values, caller) }
    case .live: for stub in surroundings.stubs { stub.observe(&values, caller) }
    case .preview: break
    }
    values.purityTracker = PurityTracker()
    self.context = context
    self.clock = clock
    stubs = surroundings.stubs
    core = issues.collect {
      withDependencies {
        $0 = values
      } operation: {
        StoreCore(
          initialState: state, executor: .processWide ?? StoreExecutor(), reducer: reducer(),
          dependencies: values)
      }
    }
    // The clocks that were made above have looked at it.
    clock.wasUsed = false
    // Nobody else holds the core, effects at work least of all: it is gone when this is.
    core.onUncaughtError = { [unowned self] in
      issues.recordUncaught($0, at: $1, catching: catchAdvice)
    }
  }

  // MARK: What a kind of store may say otherwise

  /// Runs what is enqueued.
  func runJobs(admittingArrivals: Bool) {
    core.executor.drain(admittingArrivals: admittingArrivals)
  }

  /// The label of the action that an effect comes from.
  func label(ofOrigin origin: Any) -> String {
    caseLabel(of: origin) ?? caller.syntax.print(origin)
  }

  /// What to write where an error was thrown that nobody caught.
  var catchAdvice: String { ".run { ... } catch: { error, send in ... }" }

  // MARK: What a `DrivenStore` asks for

  func run() { issues.collect { monitoringOtherThreads { drain() } } }

  func poll() {
    guard wallTime == nil else { return acceptExternalJobs() }
    issues.collect { drain(admittingArrivals: true) }
  }

  func onExternalWork(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    core.executor.onExternalJob = wake
  }

  func stub(_ endpoint: String) {
    for stub in stubs where stub.endpoint.name == endpoint {
      stub.install(&core.dependencies, caller)
    }
  }

  func takeTransitions() -> [StateTransition] {
    defer { transitions = [] }
    return transitions
  }

  func takeProblems() -> [Diagnostic] { issues.takeProblems() }

  func observeEffects(_ observer: @escaping (EffectChange) -> Void) {
    core.onEffect = { [unowned self] event in observer(change(event)) }
  }

  var hasUsedClock: Bool { clock.wasUsed }

  var effects: [RunningEffect] {
    core.effects.filter { !$0.isCancelled }.map(runningEffect)
  }

  var externalEffects: [RunningEffect] {
    if wallTime != nil { return effectsWaitingForExternalWork }
    let alive = effects.filter { $0.status == .external }
    let ended = suspectEffects.filter { suspect in !alive.contains { $0.id == suspect.id } }
    return (ended + alive).sorted { $0.id < $1.id }
  }

  func acceptExternalWork() { suspectEffects = [] }

  var nextDeadline: Duration? { clock.nextDeadline }

  func advance(by duration: Duration) -> Bool {
    guard wallTime == nil else { return false }
    issues.collect { monitoringOtherThreads { clock.advance(by: duration) { drain() } } }
    return true
  }

  func settle(within limit: Duration, unless interrupt: Interrupt) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: limit)
    return interrupt.wait(wokenBy: core.executor.wakeOwner) {
      wallTime == nil
        ? settle(until: deadline, unless: interrupt)
        : settleLive(until: deadline, unless: interrupt)
    }
  }

  private func settle(
    until deadline: ContinuousClock.Instant, unless interrupt: Interrupt
  ) -> Bool {
    hasSettled = true
    suspectEffects = []
    return issues.collect {
      while true {
        drain(admittingArrivals: true)
        guard effects.contains(where: { $0.status == .external }) else { return true }
        if interrupt.isRequested { return false }
        guard core.executor.waitForExternalJob(until: deadline, unless: { interrupt.isRequested })
        else { return false }
      }
    }
  }

  func cancelEffects() -> [RunningEffect] { cancel { _ in true } }

  func text(of value: Any) -> String { stateText(value) }

  func close() { _ = cancelEffects() }

  // MARK: What a kind of store is made with

  /// Takes note of an action.
  func record(_ step: StateTransition) {
    if wallTime != nil { caller.table.observe(.actionReduced) }
    transitions.append(step)
  }

  func drain(admittingArrivals: Bool = false) {
    runJobs(admittingArrivals: admittingArrivals)
    // No time passes while the store runs: what is new was born now.
    startTimes.record(upTo: core.lastEffectID, at: clock.elapsed)
    if let wallTime { wallTime.scheduleWake(wake) }
  }

  /// Runs the store and remembers which effects ran while other threads did.
  func monitoringOtherThreads(_ body: () -> Void) {
    guard core.executor.monitorsOtherThreads, !hasSettled, context != .live else { return body() }
    var touched = effects
    let events = core.onEffect
    core.onEffect = { [unowned self] event in
      if case .started(let record) = event { touched.append(runningEffect(record)) }
      events?(event)
    }
    let others = ThreadActivityMonitor()
    body()
    core.onEffect = events
    guard others.hasDetectedActivity else { return }
    suspectEffects += touched.map { effect in
      var effect = effect
      effect.status = .external
      return effect
    }
  }

  func cancel(_ isMeant: (RunningEffect) -> Bool) -> [RunningEffect] {
    let cancelled = effects.filter(isMeant)
    let ids = Set(cancelled.map(\.id))
    issues.collect {
      core.cancelEffects { ids.contains($0.id) }
      drain()
    }
    return cancelled
  }

  private func change(_ event: EffectEvent) -> EffectChange {
    switch event {
    case .started(let record): EffectChange(.started, runningEffect(record))
    case .finished(let record): EffectChange(.finished, runningEffect(record))
    case .cancelled(let record): EffectChange(.cancelled, runningEffect(record))
    case .failed(let record, _): EffectChange(.failed, runningEffect(record))
    }
  }

  func runningEffect(_ record: EffectRecord) -> RunningEffect {
    let file = "\(record.callSite.fileID)".split(separator: "/").last.map(String.init) ?? "?"
    let status: RunningEffect.Status =
      switch record.status {
      case .asleep(_, let remaining): .asleep(remaining)
      case .waiting(let what): .waiting(what)
      case .external: .external
      }
    return RunningEffect(
      id: record.id, name: record.label ?? "run",
      origin: label(ofOrigin: record.origin), place: "\(file):\(record.callSite.line)",
      status: status,
      age: age(of: record.id))
  }
}

extension StoreAdapter {
  /// How long an effect has been there, by the store's clock: so a recording of a live store, where
  /// that clock is moved by lines, tells the same.
  private func age(of id: Int) -> Duration {
    startTimes.time(of: id).map { clock.elapsed - $0 } ?? .zero
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
  fileprivate mutating func useClock(_ clock: TestClock<Duration>) {
    continuousClock = clock
    suspendingClock = clock
    mainQueue = .synchronized(by: clock)
    mainRunLoop = .synchronized(by: clock)
  }

  /// What a preview takes at random or from the wall clock elsewhere is the same in every run here,
  /// so that a session can be recorded.
  fileprivate mutating func makeReproducible() {
    uuid = .incrementing
    date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 0))
  }
}
