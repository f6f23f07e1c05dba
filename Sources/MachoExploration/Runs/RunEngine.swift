import MachoLocks
import MachoSessions
import MachoValues

/// Makes runs: draws steps, takes them on a store, and checks the result of each.
///
/// Actions are typed values, and no text is formatted, except for the lines of a requested report.
package final class RunEngine {
  package let target: ExplorationTarget
  package let space: ActionSpace
  /// The properties that are checked.
  let properties: [Property]
  /// How far the runs have checked each property.
  package internal(set) var propertyProgress: [PropertyProgress]
  /// The suspicions that are intended.
  let intentions: [Intention]
  let responses: ResponseGenerator
  let endpoints: [Endpoint]
  /// The labels of received actions, if they are collected.
  package internal(set) var receivedLabels: Set<String>?
  /// The names of the screens that were on stacks while labels were collected.
  var shownScreens: Set<String> = []
  /// The results that `contents(of:)` has found.
  var knownContents: [String: [StubStreamElement.Content]] = [:]
  /// The endpoints whose calls fail at once, whatever the choices are, with the number of the error that they
  /// throw. Default: none.
  var failingEndpoints: [String: Int] = [:]
  /// The kinds of actions that were sent.
  var hasSent: [Bool]
  /// Called with the label of each kind of action when it is first sent after this closure was set.
  package var onFirstSend: ((String) -> Void)? {
    didSet { hasSent = Array(repeating: false, count: space.entries.count) }
  }
  /// Called with the description so far: before each line of a described run, and while it runs after
  /// each call of an endpoint and each choice of a job.
  package var onDescription: (@Sendable (RunDescription) -> Void)?
  /// The description of the described run before its last line.
  private let lastDescription = Lock(RunDescription())
  /// Called if more than `workLimit` jobs or actions run at one time of the clock. It must not return.
  package var onEndlessWork: (() -> Void)?
  /// The maximum number of jobs and of actions at one time of the clock. Default: that of a script.
  package var workLimit = OpenStore.workLimit
  /// A smaller limit, beyond which a run is suspected to be endless. Only a run that exceeds the limit
  /// of a script is a failure.
  package static let suspicionLimit = 5_000
  /// Records what runs reach. Default: `nil` (nothing is recorded).
  var coverage: RunCoverage?
  /// Records what the steps cause, for a comparison. Default: `nil` (nothing is recorded).
  package var recorder: RunRecorder?
  /// When a run ends early. Default: `nil` (it does not).
  package var deadline: ContinuousClock.Instant?
  /// Whether the deadline has passed. Then a run may lack steps, and must not be compared.
  package var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }
  /// Whether undo and redo are checked at the end of each run.
  package var checksTimeTravel = true
  /// Whether the choices of a run determine the order of ready jobs. Otherwise the oldest runs.
  package let choosesJobs: Bool

  /// Whether described runs are those of failures, whose scripts pass after the defect is mended: the
  /// feature may then call other endpoints, leave a call out, or start effects.
  package var describesFailures = false
  /// The endpoints that effects of any run call.
  var knownCalls: Set<String> = []
  /// Whether effects of any run send actions.
  var sendsActions = false
  /// The endpoints that were called since they were last taken.
  private var calledEndpoints: Set<String> = []

  /// Creates an engine.
  package init(
    target: ExplorationTarget, space: ActionSpace, properties: [Property],
    choosesJobs: Bool = false
  ) {
    self.choosesJobs = choosesJobs
    self.target = target
    self.space = space
    let checked = properties.filter { $0.intention == nil }
    self.properties = checked
    propertyProgress = checked.map { _ in .unreached }
    intentions = properties.compactMap(\.intention)
    responses = ResponseGenerator(space.generator, near: target.feature.stateType)
    endpoints = target.feature.endpoints
    hasSent = Array(repeating: false, count: space.entries.count)
    for endpoint in endpoints { space.generator.want(endpoint.valueType) }
  }

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - choices: The choices, which are recorded.
  ///   - limit: The maximum number of steps.
  ///   - enabled: The kinds of actions that random choices use. Default: all.
  ///   - describing: Whether the result contains the lines of the run.
  package func run(
    _ choices: RunChoices, limit: Int, enabled: [Int]? = nil, describing: Bool = false
  ) throws(Diagnostic) -> RunResult {
    var run = try begin(choices, describing: describing)
    defer {
      coverage?.finishObserving(run)
      run.store.close()
    }
    let all = enabled ?? Array(space.entries.indices)
    run.store.performBatch {
      while run.result.finding == nil, run.result.stepCount < limit, !isOverdue,
        step(enabled: all, &run) != nil
      {}
      if run.monitor.checksRest { rest(enabled: all, &run) }
      if run.result.finding == nil, checksTimeTravel, !isOverdue {
        TimeTravelCheck(feature: target.feature).check(&run)
      }
    }
    recordCalls(of: run)
    recordProgress(of: run)
    run.result.choices = run.choices
    run.result.state = run.store.state
    if run.result.description.hasEffects {
      run.result.externalEffects = run.store.externalEffects.map {
        "\($0.name), from \($0.origin) at \($0.location)"
      }
    }
    finish(&run)
    return run.result
  }

  /// Opens a store and makes the choices of the setup. The caller closes the store.
  func begin(
    _ choices: RunChoices, describing: Bool = false
  ) throws(Diagnostic) -> Run {
    let opened = try target.open()
    var run = Run(opened, choices, choosesJobs: choosesJobs, describing: describing)
    limitWork(of: run)
    coverage?.observe(run)
    if recorder != nil { run.stubs.startLog() }
    _ = choices.beginGroup()
    run.plans = stub(run)
    recorder?.begin(run.plans.map(\.line), choices)
    if describing { describeLines(of: run) }
    start(&run)
    return run
  }

  /// Ends the process if the store does not become idle.
  func limitWork(of run: Run) {
    guard let onEndlessWork else { return }
    run.store.limitWork(to: workLimit) { [unowned self, unowned store = run.store] in
      collectLabels(store.takeTransitions())
      onEndlessWork()
    }
  }

  /// Collects what the creation of a store caused, and declares the properties.
  func start(_ run: inout Run) {
    // Problems of the creation itself belong to the first line of a script.
    collect(&run)
    if run.result.finding == nil {
      run.declare(properties, propertyProgress, of: target.feature)
    }
  }

  /// The maximum number of calls and deadlines on the way to rest.
  private static let restLimit = 40

  /// Completes calls and advances the clock until the store is at rest.
  private func rest(enabled: [Int], _ run: inout Run) {
    for _ in 0..<Self.restLimit {
      let hasCalls = !endpoints.isEmpty && run.stubs.hasOpenCalls
      guard run.result.finding == nil, !isOverdue, hasCalls || run.store.nextDeadline != nil,
        step(enabled: enabled, kinds: [hasCalls ? StepKind.answer : .advance], &run) != nil
      else { return }
    }
  }

  /// Takes the next step. Returns whether it had an effect, or `nil` at the end of the choices.
  func step(enabled: [Int], _ run: inout Run) -> Bool? { step(enabled: enabled, kinds: nil, &run) }

  /// - Parameter kinds: The kinds of steps that random choices use. Default: `nil` (all).
  private func step(enabled: [Int], kinds: [StepKind]?, _ run: inout Run) -> Bool? {
    guard run.choices.beginGroup() else { return nil }
    run.group += 1
    run.result.stepCount += 1
    let hasEffect = takeStep(enabled, kinds, &run)
    if !hasEffect { run.result.skippedGroups.insert(run.group) }
    return hasEffect
  }

  func finish(_ run: inout Run) {
    if run.isDescribing { describe(&run) }
  }

  private func stub(_ run: Run) -> [StubPlan] {
    guard !endpoints.isEmpty else { return [] }
    let stubbed = run.stubs.stubbedEndpoints
    var plans: [StubPlan] = []
    for endpoint in endpoints where !stubbed.contains(endpoint.name) {
      let plan =
        failingEndpoints[endpoint.name].map { StubPlan(failing: endpoint, $0, responses) }
        ?? StubPlan(of: endpoint, from: run.choices, responses)
      guard let plan else { continue }
      run.stubs.add(plan.rule)
      plans.append(plan)
    }
    return plans
  }

  /// Adds a line to the description, before it is run.
  func describe(_ run: inout Run, _ line: @autoclosure () -> Line) {
    guard run.isDescribing else { return }
    run.result.description.lines.append(line())
    describe(&run)
    onDescription?(run.result.description)
  }

  /// Updates the description by what the lines so far have caused.
  private func describe(_ run: inout Run) {
    var called = run.stubs.calledEndpoints
    if describesFailures { called.formUnion(knownCalls) }
    run.result.description.stubLines =
      run.plans.filter { called.contains($0.rule.endpoint.name) }.map(\.line)
    if !run.store.effects.isEmpty || describesFailures && sendsActions {
      run.result.description.hasEffects = true
    }
    run.result.description.hasUnassertedActions = run.hasUnassertedActions
    run.result.description.schedule = run.choices.scheduleNumbers
    lastDescription.withLock { $0 = run.result.description }
  }

  /// Reports what happens while a line runs, because a crash would hide it.
  private func describeLines(of run: Run) {
    guard let onDescription else { return }
    let lines = run.plans.map(\.line)
    let names = run.plans.map(\.rule.endpoint.name)
    run.stubs.onCall { [lastDescription] name in
      let description: RunDescription? = lastDescription.withLock { description in
        let known = description.stubLines
        guard let index = names.firstIndex(of: name), !known.contains(lines[index]) else {
          return nil
        }
        description.stubLines = lines.filter { known.contains($0) || $0 == lines[index] }
        description.hasEffects = true
        return description
      }
      if let description { onDescription(description) }
    }
    run.choices.onPreemption = { [lastDescription, unowned choices = run.choices] in
      onDescription(
        lastDescription.withLock { description in
          description.schedule = choices.scheduleNumbers
          description.hasEffects = true
          return description
        })
    }
  }

  /// Remembers which endpoints a run called, if actions of effects are collected too.
  func recordCalls(of run: Run) {
    if receivedLabels != nil { calledEndpoints.formUnion(run.stubs.calledEndpoints) }
  }

  /// Returns and clears the endpoints that were called.
  func takeCalledEndpoints() -> Set<String> {
    defer { calledEndpoints = [] }
    return calledEndpoints
  }
}
