import Composable
import IssueReporting
import MachoDiff
import MachoSessions
import MachoValues

/// The common part of all store adapters: the executor with its effects, the clock, the stubs and
/// the problems.
///
/// Abstract base class. A subclass adds the state and the actions, and conforms to `DrivenStore`.
///
/// PERFORMANCE: properties that each action reads are marked `@exclusivity(unchecked)`, because
/// exclusivity tracking of them would cost as much as a small reducer.
///
/// SAFETY: only the session's thread accesses them. Each is replaced as a whole, or modified without
/// calling other code.
class StoreAdapter<State, Action> {
  let core: StoreCore<State, Action>
  let context: RunContext
  /// The clock of all schedulers and clock dependencies.
  let clock: TestClock<Duration>
  /// Advances the clock of a live store.
  let clockSync: LiveClockSync?
  private var wake: (@Sendable () -> Void)?
  /// Called with the clock's time whenever the store has become idle.
  @exclusivity(unchecked)
  private var onIdle: ((Duration) -> Void)?
  let caller: StubCaller
  private let stubs: [Stub]
  let issues: IssueCollector
  @exclusivity(unchecked)
  private var transitions: [StateTransition] = []
  private var startTimes = EffectStartTimes()
  /// Chooses the job that runs next where several are ready. Default: `nil` (the oldest one).
  var jobChooser: (any JobChooser)? {
    didSet { scheduler = jobChooser.map(makeScheduler) }
  }
  @exclusivity(unchecked)
  private var scheduler: JobScheduler?
  /// The maximum number of jobs and of actions of one input, and what happens beyond it.
  @exclusivity(unchecked)
  private(set) var workLimit: (count: Int, onExceeding: () -> Void)?
  private var hasReadDependencies = false
  /// Whether work of the main thread has changed the state.
  var hasExternalChanges = false
  /// The command that waits for other threads now.
  var settling: Settling?
  /// Whether a script of the session has settled since work was handed over that has not ended.
  var awaitsEndOfWork = false
  /// The cancelled effects that outlived a command that waited for them.
  var outlivingEffects: Set<Int> = []
  /// The number of actions at the present time of the clock.
  @exclusivity(unchecked)
  private var workCount = 0
  /// Whether a batch collects the issues.
  @exclusivity(unchecked)
  private var isInBatch = false

  init(
    _ configuration: StoreConfiguration, state: State, reducer: () -> some Reducer<State, Action>
  ) {
    let clock = TestClock()
    let context = configuration.context
    clockSync = context == .live ? LiveClockSync(clock) : nil
    caller = StubCaller(
      table: configuration.table, syntax: configuration.syntax, clock: clock,
      replayLog: configuration.replayLog,
      observesCancelledCalls: State.self == WorkReducer.State.self)
    let values = configuration.makeDependencies(clock: clock, caller: caller)
    let issues = IssueCollector(context: context)
    self.issues = issues
    self.context = context
    self.clock = clock
    stubs = configuration.stubs
    core = issues.collect {
      withDependencies {
        $0 = values
      } operation: {
        StoreCore(
          initialState: state, executor: .processWide ?? StoreExecutor(), reducer: reducer(),
          dependencies: values)
      }
    }
    // Creating the schedulers reads the clock; reset the flag.
    clock.wasUsed = false
    // SAFETY: only the adapter retains the core, so it outlives every call.
    core.onUncaughtError = { [unowned self] in
      issues.recordUncaught($0, at: $1, advice: catchAdvice)
    }
  }

  // MARK: Overridable members

  /// Runs the enqueued jobs.
  func runJobs(acceptingExternalJobs: Bool) {
    guard let workLimit else {
      core.executor.drain(acceptingExternalJobs: acceptingExternalJobs)
      return
    }
    resetWorkCount()
    defer { resetWorkCount() }
    while core.executor.drain(
      acceptingExternalJobs: acceptingExternalJobs, limit: workLimit.count) == workLimit.count
    {
      guard continuesBeyondWorkLimit(acceptingExternalJobs: acceptingExternalJobs) else { return }
    }
  }

  /// Runs the enqueued jobs while `isAllowed` returns `true`, and calls `didRun` after each.
  func runJobsOneByOne(
    acceptingExternalJobs: Bool, while isAllowed: () -> Bool = { true }, after didRun: () -> Void
  ) {
    var count = 0
    resetWorkCount()
    defer { resetWorkCount() }
    while isAllowed(),
      core.executor.drain(acceptingExternalJobs: acceptingExternalJobs, limit: 1) > 0
    {
      didRun()
      count += 1
      guard let workLimit, count >= workLimit.count else { continue }
      guard continuesBeyondWorkLimit(acceptingExternalJobs: acceptingExternalJobs) else { return }
      count = 0
    }
  }

  /// Reads the dependencies that the feature declares. An object reads them itself.
  func readDependencies() {}

  /// Runs a part of the store until it is idle. Meanwhile, no other thread changes the state of a live
  /// store: in a script, a line runs until the store is idle too.
  func withoutOtherThreads(_ body: () -> Void) { body() }

  /// Returns the label of the action that started an effect.
  func label(ofOrigin origin: Any) -> String {
    caseLabel(of: origin) ?? caller.syntax.print(origin)
  }

  /// Advice for an uncaught error.
  var catchAdvice: String { ".run { ... } catch: { error, send in ... }" }

  // MARK: DrivenStore

  func run() { operate { holdingExternalWork { drain() } } }

  func poll() {
    guard clockSync == nil else { return acceptExternalJobs() }
    operate { drain(acceptingExternalJobs: true) }
    if awaitsEndOfWork { forgetEndedWork() }
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

  func takeProblems() -> [Diagnostic] { issues.takeProblems() + takeWaitsOutsideEffects() }

  /// Returns the problem of a reducer that has waited for another thread: its result depends on time.
  private func takeWaitsOutsideEffects() -> [Diagnostic] {
    guard let waits = core.executor.externalWork?.takeWaitsOutsideEffects(), !waits.isEmpty else {
      return []
    }
    return [
      Diagnostic(
        "external-work", "code outside of an effect waited for external work",
        notes: waits.map { "it \($0)" })
    ]
  }

  var heldWork: [String] { core.executor.externalWork?.heldWorkDescriptions ?? [] }

  func observeEffects(
    _ observer: @escaping (EffectChange, _ time: Duration) -> Void,
    onIdle: @escaping (_ time: Duration) -> Void
  ) {
    core.onEffect = { [unowned self] event in observer(change(event), clock.elapsed) }
    self.onIdle = onIdle
  }

  var runsOtherTasks: Bool { StoreExecutor.hasRunOtherTasks }
  var hasUsedClock: Bool { clock.wasUsed }
  var usedSchedulers: Set<String> { clock.usedSchedulers }
  var elapsedTime: Duration { clock.elapsed }

  var liveDependencies: [String] {
    guard context == .test else { return [] }
    if !hasReadDependencies {
      hasReadDependencies = true
      // A dependency without a value for tests is an issue only where the feature reads it, and a property such as
      // `\.date.now` is a call only there.
      caller.table.withoutCounting {
        withIssueReporters([]) {
          withDependencies {
            $0 = core.dependencies
          } operation: {
            readDependencies()
          }
        }
      }
    }
    return core.dependencies.liveTestDependencies
  }

  var effects: [RunningEffect] {
    // PERFORMANCE: explorations ask after each step, and most steps leave no effect.
    core.hasNoEffects ? [] : core.effects.filter { !$0.isCancelled }.map(runningEffect)
  }

  var externalEffects: [RunningEffect] {
    if clockSync != nil { return effectsWaitingForExternalWork }
    return effects.filter { $0.status == .external }
  }

  var nextDeadline: Duration? { clock.nextDeadline }

  func advance(by duration: Duration) -> Bool {
    guard clockSync == nil else { return false }
    operate {
      holdingExternalWork { clock.advance(by: duration, scheduler: scheduler) { drain() } }
    }
    return true
  }

  func settle(within limit: Duration, interrupt: Interrupt) -> Bool {
    let deadline = ContinuousClock.now.advanced(by: limit)
    return interrupt.wait(wokenBy: core.executor.wakeOwner) {
      clockSync == nil
        ? settle(Settling(deadline: deadline, interrupt: interrupt))
        : settleLive(until: deadline, interrupt: interrupt)
    }
  }

  func cancelEffects() -> [RunningEffect] { cancel { _ in true } }

  func text(of value: Any) -> String { stateText(value) }

  func limitWork(to limit: Int, onExceeding: @escaping () -> Void) {
    workLimit = (limit, onExceeding)
  }

  func performBatch(_ body: () -> Void) {
    let isInner = isInBatch
    isInBatch = true
    defer { isInBatch = isInner }
    if isInner { body() } else { issues.collect(body) }
  }

  func close() { _ = cancelEffects() }

  // MARK: Members for subclasses

  /// Records a transition.
  func record(_ transition: consuming StateTransition) {
    if clockSync != nil {
      caller.table.observe(transition.modifyLine == nil ? .actionReduced : .stateModified)
    }
    transition.time = clock.elapsed
    transitions.append(transition)
    workCount += 1
    if let workLimit, workCount > workLimit.count { workLimit.onExceeding() }
  }

  /// Separates an input of the session from what preceded it.
  func startInput() {
    for index in transitions.indices { transitions[index].precedesInput = true }
    if clockSync != nil { caller.table.observe(.inputStarted) }
  }

  /// Counts the actions from 0 again, because the clock has advanced or an input was handled.
  func resetWorkCount() { workCount = 0 }

  /// Runs an operation of the session. Collects the issues that it causes, and lets the chooser
  /// choose the order of its jobs.
  func operate<Result>(_ body: () -> Result) -> Result {
    guard let scheduler else { return collectingIssues(body) }
    // Stores of other sessions may share the executor.
    let outer = core.executor.scheduler
    core.executor.scheduler = scheduler
    defer { core.executor.scheduler = outer }
    return collectingIssues(body)
  }

  private func collectingIssues<Result>(_ body: () -> Result) -> Result {
    isInBatch ? body() : issues.collect(body)
  }

  func drain(acceptingExternalJobs: Bool = false) {
    if acceptingExternalJobs { runMainThread() }
    runJobs(acceptingExternalJobs: acceptingExternalJobs)
    // The clock does not advance while the store runs, so new effects started now.
    startTimes.record(upTo: core.lastEffectID, at: clock.elapsed)
    if let clockSync { clockSync.scheduleWake(wake) }
    if let onIdle { onIdle(clock.elapsed) }
  }

  /// Runs `body`, and holds the work that it hands to other threads. A live store holds none. Runs
  /// the work of the main thread afterwards, unless it is held too.
  func holdingExternalWork<Result>(_ body: () -> Result) -> Result {
    guard let externalWork = core.executor.externalWork else { return body() }
    defer {
      if context == .live || !externalWork.holdsUntilSettled { runMainThread() }
    }
    return context == .live ? body() : externalWork.holdWork(during: body)
  }

  /// Runs the work of the main thread, and records what it changed. Returns whether there was any.
  @discardableResult
  func runMainThread() -> Bool { core.executor.runMainThread() }

  func cancel(_ predicate: (RunningEffect) -> Bool) -> [RunningEffect] {
    let cancelled = effects.filter(predicate)
    let ids = Set(cancelled.map(\.id))
    operate {
      holdingExternalWork {
        core.cancelEffects { ids.contains($0.id) }
        drain()
      }
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
      case .waiting(let what, _): .waiting(what)
      case .external: .external
      }
    return RunningEffect(
      id: record.id, name: record.label ?? "run",
      origin: label(ofOrigin: record.origin),
      location: CodeLocation(file: file, line: Int(record.callSite.line)), status: status,
      evidence: record.evidence, age: age(of: record.id))
  }
}

extension StoreAdapter {
  /// Returns the age of an effect by the store's clock. Lines advance that clock in a recording of
  /// a live store, so the recording prints the same ages.
  private func age(of id: Int) -> Duration {
    startTimes.time(of: id).map { clock.elapsed - $0 } ?? .zero
  }
}
