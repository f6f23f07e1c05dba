import MachoSessions
import MachoValues

/// Makes runs: draws steps, takes them on a store, and checks the result of each.
///
/// Actions are typed values, and no text is formatted, except for the lines of a requested report.
package final class RunEngine {
  /// What a step does. The raw value is its choice.
  private enum StepKind: Int, CaseIterable {
    case send, answer, advance
  }

  package let target: ExplorationTarget
  package let space: ActionSpace
  package let invariants: [Invariant]
  private let responses: ResponseGenerator
  private let endpoints: [Endpoint]
  /// The labels of received actions, if they are collected.
  package internal(set) var receivedLabels: Set<String>?
  /// The number of actions sent of each kind.
  private(set) var sendCounts: [Int]
  /// Called with the description so far, before each line of a described run.
  package var onDescription: ((RunDescription) -> Void)?
  /// Called if more than `workLimit` jobs or actions run at one time of the clock. It must not return.
  package var onEndlessWork: (() -> Void)?
  /// The maximum number of jobs and of actions at one time of the clock.
  package static let workLimit = 5_000
  /// Whether undo and redo are checked at the end of each run.
  package var checksTimeTravel = true

  /// Creates an engine.
  package init(target: ExplorationTarget, space: ActionSpace, invariants: [Invariant]) {
    self.target = target
    self.space = space
    self.invariants = invariants
    responses = ResponseGenerator(space.generator)
    endpoints = target.feature.endpoints
    sendCounts = Array(repeating: 0, count: space.entries.count)
    for endpoint in endpoints { space.generator.want(endpoint.valueType) }
  }

  /// The kinds of actions that were sent.
  package var sentLabels: [String] {
    zip(space.labels, sendCounts).filter { $1 > 0 }.map(\.0)
  }

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - choices: The choices, which are recorded.
  ///   - limit: The maximum number of steps.
  ///   - enabled: The kinds of actions that random choices use. Default: all.
  ///   - describing: Whether the result contains the lines of the run.
  package func run(
    _ choices: inout RunChoices, limit: Int, enabled: [Int]? = nil, describing: Bool = false
  ) throws(Diagnostic) -> RunResult {
    var run = try begin(&choices, describing: describing)
    defer { run.store.close() }
    let all = enabled ?? Array(space.entries.indices)
    while run.result.finding == nil, run.result.stepCount < limit,
      step(&choices, enabled: all, &run) != nil
    {}
    if run.result.finding == nil, checksTimeTravel {
      TimeTravelCheck(feature: target.feature).check(&run)
    }
    run.result.sequence = choices.sequence
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
    _ choices: inout RunChoices, describing: Bool = false
  ) throws(Diagnostic) -> Run {
    let opened = try target.open()
    if let onEndlessWork {
      opened.store.limitWork(to: Self.workLimit) { [unowned self, unowned store = opened.store] in
        collectLabels(store.takeTransitions())
        onEndlessWork()
      }
    }
    var run = Run(opened, describing: describing)
    _ = choices.beginGroup()
    run.plans = stub(&choices, &run)
    // Problems of the creation itself belong to the first line of a script.
    collect(&run)
    return run
  }

  /// Takes the next step. Returns whether it had an effect, or `nil` at the end of the choices.
  func step(_ choices: inout RunChoices, enabled: [Int], _ run: inout Run) -> Bool? {
    guard choices.beginGroup() else { return nil }
    run.group += 1
    run.result.stepCount += 1
    let hasEffect = takeStep(&choices, enabled, &run)
    if !hasEffect { run.result.skippedGroups.insert(run.group) }
    return hasEffect
  }

  private func finish(_ run: inout Run) {
    guard run.isDescribing else { return }
    describe(&run)
    run.result.allStubLines = run.plans.map(\.line)
  }

  private func stub(_ choices: inout RunChoices, _ run: inout Run) -> [StubPlan] {
    guard !endpoints.isEmpty else { return [] }
    let stubbed = run.stubs.stubbedEndpoints
    var plans: [StubPlan] = []
    for endpoint in endpoints where !stubbed.contains(endpoint.name) {
      guard let plan = StubPlan(of: endpoint, from: &choices, responses) else { continue }
      run.stubs.add(plan.rule)
      plans.append(plan)
    }
    return plans
  }

  /// Adds a line to the description, before it is run.
  private func describe(_ run: inout Run, _ line: @autoclosure () -> String) {
    guard run.isDescribing else { return }
    run.result.description.lines.append(line())
    describe(&run)
    onDescription?(run.result.description)
  }

  /// Updates the description by what the lines so far have caused.
  private func describe(_ run: inout Run) {
    let called = run.stubs.calledEndpoints
    run.result.description.stubLines =
      run.plans.filter { called.contains($0.rule.endpoint) }.map(\.line)
    if !run.store.effects.isEmpty { run.result.description.hasEffects = true }
    run.result.description.hasUnassertedActions = run.hasUnassertedActions
  }

  // MARK: Steps

  /// Takes a step. Returns `false` if what it needs is missing.
  private func takeStep(
    _ choices: inout RunChoices, _ enabled: [Int], _ run: inout Run
  ) -> Bool {
    let hasCalls = !endpoints.isEmpty && run.stubs.hasOpenCalls
    let deadline = run.store.nextDeadline
    let kinds = Self.likelyKinds[(hasCalls ? 1 : 0) + (deadline != nil ? 2 : 0)]
    switch StepKind(rawValue: choices.draw(below: StepKind.allCases.count, from: kinds)) {
    case .answer: return hasCalls && answer(&choices, &run)
    case .advance: return advance(deadline, &choices, &run)
    case .send, nil: return send(&choices, enabled, &run)
    }
  }

  /// The kinds among which random choices choose: without open calls and deadlines, with calls, with
  /// deadlines, and with both.
  private static let likelyKinds: [[Int]] = [[0], [0, 0, 1], [0, 0, 2], [0, 0, 1, 2]]

  private func send(
    _ choices: inout RunChoices, _ enabled: [Int], _ run: inout Run
  ) -> Bool {
    guard !space.entries.isEmpty else { return false }
    let index = choices.draw(below: space.entries.count, from: enabled)
    let store = run.store
    guard let action = space.action(index, from: &choices, in: { store.state }) else {
      return false
    }
    guard
      space.isAddressable(
        action, index, in: TypedValue(run.store.state, as: target.feature.stateType))
    else { return false }
    sendCounts[index] += 1
    describe(&run, space.line(for: action))
    run.hasUnassertedActions = false
    run.store.send(action.value)
    collect(&run, sent: true)
    return true
  }

  private func answer(_ choices: inout RunChoices, _ run: inout Run) -> Bool {
    let calls = run.stubs.openCalls
    let call = calls[choices.draw(below: calls.count)]
    guard let endpoint = endpoints.first(where: { $0.name == call.endpoint }) else { return false }
    let answer = Answer(to: call, of: endpoint, from: &choices, responses, in: run.store.state)
    guard let answer else { return false }
    describe(&run, answer.line(among: calls, space.generator.syntax))
    answer.apply(to: run.stubs, among: calls)
    run.store.run()
    collect(&run)
    return true
  }

  private func advance(
    _ deadline: Duration?, _ choices: inout RunChoices, _ run: inout Run
  ) -> Bool {
    let durations: [Duration] = [
      deadline ?? .seconds(1), .seconds(1), .milliseconds(100), .seconds(10), .seconds(60),
    ]
    let duration = durations[choices.draw(below: durations.count)]
    // Nothing sleeps, so only a feature that reads the clock can tell the difference.
    guard deadline != nil || run.store.hasUsedClock else { return false }
    describe(&run, "advance " + ValueSyntax().print(duration))
    guard run.store.advance(by: duration) else { return false }
    collect(&run)
    return true
  }

  // MARK: Checks

  private func collectLabels(_ transitions: [StateTransition]) {
    guard receivedLabels != nil else { return }
    for transition in transitions.prefix(Self.workLimit / 100) where transition.cause != .sent {
      receivedLabels?.insert(templateLabel(of: transition.action))
    }
  }

  /// Collects what a step caused, and checks the state.
  private func collect(_ run: inout Run, sent: Bool = false) {
    let transitions = run.store.takeTransitions()
    if transitions.count > (sent ? 1 : 0) {
      run.result.description.hasEffects = true
      run.hasUnassertedActions = true
      collectLabels(transitions)
    }
    run.lastTransitions = transitions
    let problem = run.store.takeProblems().first ?? run.stubs.takeProblems().first
    if let problem {
      run.result.finding = Finding(problem)
      return
    }
    guard !invariants.isEmpty else { return }
    let state = TypedValue(run.store.state, as: target.feature.stateType)
    for invariant in invariants {
      if let finding = invariant.finding(in: state) {
        run.result.finding = finding
        return
      }
    }
  }
}
