import MachoScripting
import MachoSessions
import MachoValues

/// Explores a feature with random runs, in this process.
///
/// A run is determined by the seed and its number, so it does not matter which process makes it.
package final class Explorer {
  package let settings: ExplorationSettings
  package let target: ExplorationTarget
  package let engine: RunEngine
  /// Records each run, for a parent process.
  let log: ChoiceLog?
  /// Whether each replay is repeated.
  var checksReplays = false
  /// The effects that waited for external work, which runs ignore.
  package private(set) var externalEffects: Set<String> = []
  /// The orders of ready jobs since the last call of `takeOrderTally`.
  private var orderTally = OrderTally()

  /// Creates an explorer. Throws if a property or the filter of actions is invalid, or if there is
  /// no action to send.
  package init(
    _ target: ExplorationTarget, _ settings: ExplorationSettings,
    log: ChoiceLog? = nil
  ) throws(Diagnostic) {
    self.target = target
    self.settings = settings
    self.log = log
    let properties = try target.properties(settings)
    let regex = try Self.regex(settings.actions, "--actions")
    let excluded = try Self.regex(settings.excluded, "--exclude")
    var failure: (option: String, error: UserRegex.Failure)?
    func occurs(_ regex: UserRegex, _ label: String, _ option: String) -> Bool {
      do throws(UserRegex.Failure) { return try regex.occurs(in: label) } catch {
        failure = (option, error)
        return false
      }
    }
    let lines = ScriptLines(settings.scriptLines, of: target.feature)
    let space = ActionSpace(
      of: target.feature, received: settings.receivedLabels.subtracting(lines.sentLabels),
      bindings: Set(settings.bindings), shownScreens: settings.shownScreens,
      excluding: excluded.map { regex in { occurs(regex, $0, "--exclude") } },
      filter: settings.labels.map { labels in { labels.contains($0) } }
        ?? regex.map { regex in { occurs(regex, $0, "--actions") } })
    if let failure { throw Diagnostic("bad-regex", "\(failure.option): \(failure.error)") }
    for constant in properties.flatMap(\.constants) { space.generator.addConstant(constant) }
    for value in lines.values { space.generator.addScriptValue(value) }
    guard !space.entries.isEmpty else {
      throw Diagnostic(
        "nothing-to-send",
        settings.actions == nil && settings.excluded == nil
          ? "the feature has no action that can be sent"
          : settings.actions == nil
            ? "--exclude matches each action" : "no action matches --actions",
        notes: space.omissions.map { "\($0.label): \($0.reason)" })
    }
    engine = RunEngine(
      target: target, space: space, properties: properties,
      choosesJobs: settings.orders != .fifo || settings.findsRaces)
    engine.knownCalls = settings.calledEndpoints
    engine.sendsActions =
      !settings.receivedLabels.isEmpty || !settings.calledEndpoints.isEmpty
  }

  private static func regex(
    _ pattern: String?, _ option: String
  ) throws(Diagnostic) -> UserRegex? {
    guard let pattern else { return nil }
    do throws(UserRegex.Failure) { return try UserRegex(pattern) } catch {
      throw Diagnostic("bad-regex", "\(option) is not a regular expression: \(error)")
    }
  }

  // MARK: Runs

  /// Records what the further runs reach, and continues the beginnings of earlier runs in some.
  package func collectCoverage(from seeds: CoverageSeeds = CoverageSeeds()) {
    engine.coverage = RunCoverage(target.feature, seeds: seeds)
  }

  /// What the runs since `collectCoverage` reached.
  package var coverage: RunCoverage? { engine.coverage }

  /// Makes a random run. If it passes, makes it again in other orders of its jobs.
  ///
  /// - Parameter onNews: Called with the beginning of the run if it reaches something new.
  package func run(
    _ number: Int, onNews: (CoverageSeeds.Entry) -> Void = { _ in }
  ) throws(Diagnostic) -> RunResult {
    var generator = SplitMix64(seed: settings.seed, index: number)
    let enabled = enabledActions(&generator)
    let beginning = engine.coverage?.drawBeginning(&generator) ?? ChoiceSequence([])
    log?.beginRun(number)
    let fifo = engine.choosesJobs ? Schedule(.fifo, recordingPoints: false) : nil
    var result = try engine.run(
      RunChoices(random: generator, after: beginning, schedule: fifo, log: log),
      limit: settings.depth, enabled: enabled)
    externalEffects.formUnion(result.externalEffects)
    if let entry = keepBeginning(of: result, number) { onNews(entry) }
    // Repetitions reach nothing else.
    let coverage = engine.coverage
    engine.coverage = nil
    defer { engine.coverage = coverage }
    guard number >= 0, result.finding == nil, !engine.isOverdue else { return result }
    if number.isMultiple(of: Self.replayInterval) { result.finding = try replayFinding(result) }
    if let fifo, result.finding == nil,
      let failed = try failingOrder(of: result, fifo, number, generator)
    {
      return failed
    }
    return result
  }

  /// Keeps the beginning of a run that passed and reached something new.
  func keepBeginning(of result: RunResult, _ number: Int) -> CoverageSeeds.Entry? {
    guard let coverage = engine.coverage else { return nil }
    // Most runs reach nothing new.
    guard let last = result.lastNewGroup else { return nil }
    guard result.finding == nil else {
      coverage.discard()
      return nil
    }
    return coverage.keepNew(result.effectiveSequence(upTo: last), run: number)
  }

  /// Makes a run in other orders of its jobs. Returns the first one that fails.
  private func failingOrder(
    of first: RunResult, _ fifo: Schedule, _ number: Int, _ generator: SplitMix64
  ) throws(Diagnostic) -> RunResult? {
    var orders = RunOrders(
      settings.orders.strategy(ofRun: number), limit: settings.orders.orderLimit, after: fifo,
      generator)
    defer { orderTally.add(fifo, orders) }
    var last = fifo
    while !engine.isOverdue, let order = orders.next(after: last) {
      last = Schedule(order, recordingPoints: false)
      log?.beginRun(number)
      var result = try engine.run(
        RunChoices(replaying: first.sequence, schedule: last, log: log), limit: .max)
      if settings.findsRaces, result.finding == nil, !engine.isOverdue {
        result.finding = try RaceCheck(engine: engine).race(in: result, fifo: first)?.finding
      }
      if result.finding != nil { return result }
    }
    return nil
  }

  /// Every run with such a number is made twice.
  private static let replayInterval = 25

  /// Returns a finding if equal choices lead to another state.
  private func replayFinding(_ first: RunResult) throws(Diagnostic) -> Finding? {
    guard first.externalEffects.isEmpty else { return nil }
    let second = try engine.run(RunChoices(replaying: first.sequence, log: log), limit: .max)
    guard !engine.isOverdue, let state = first.state, let other = second.state,
      second.finding != nil || !areSame(state, other, comparingContents: true)
    else { return nil }
    return Finding(
      .replay, identity: "replay",
      message: "equal actions lead to different states: run the lines twice in one script")
  }

  /// Repeats a run. `number` is its number in the log.
  package func replay(
    _ sequence: ChoiceSequence, number: Int = 0, describing: Bool = false
  ) throws(Diagnostic) -> RunResult {
    log?.beginRun(number)
    var result = try engine.run(
      RunChoices(replaying: sequence, log: log), limit: .max, describing: describing)
    if result.finding == nil, checksReplays { result.finding = try replayFinding(result) }
    if settings.findsRaces, let race = try RaceCheck(engine: engine).race(in: result) {
      result.finding = race.finding
      if describing { result.description = race.description }
    }
    return result
  }

  /// Chooses the actions of a run. A run with a subset reaches states that are unlikely if all
  /// actions are equally likely, for example a full queue.
  func enabledActions(_ generator: inout SplitMix64) -> [Int] {
    let all = Array(engine.space.entries.indices)
    guard all.count > 2, generator.next(below: 3) > 0 else { return all }
    let subset = all.filter { _ in generator.next(below: 2) == 0 }
    return subset.isEmpty ? all : subset
  }

  /// Returns and clears the numbers of orders of ready jobs.
  package func takeOrderTally() -> OrderTally {
    defer { orderTally = OrderTally() }
    return orderTally
  }

  // MARK: Discovery

  /// The number of runs that find out which actions effects send.
  package static let discoveryRuns = 120
  /// The numbers of the runs after them, if views push screens: what the effects of these screens do.
  package static let pushingRuns = discoveryRuns..<discoveryRuns + 60
  /// The first of them send one action and complete its calls.
  private static let singleActionRuns = 60

  /// What effects do, as far as runs show it.
  package struct Discovery: Codable, Sendable {
    /// The labels of the actions that they send.
    package var labels: Set<String> = []
    /// The endpoints that they call.
    package var endpoints: Set<String> = []
    /// The names of the screens that they and sent actions push on stacks.
    package var screens: Set<String> = []

    /// Creates an empty discovery.
    package init() {}
  }

  /// Makes one of the runs that find out what effects do.
  package func discover(_ number: Int) throws(Diagnostic) -> Discovery {
    engine.receivedLabels = []
    defer { engine.receivedLabels = nil }
    if number < Self.singleActionRuns {
      try sendOne(number)
    } else {
      _ = try run(-1 - number)
    }
    var discovery = Discovery()
    discovery.labels = engine.receivedLabels ?? []
    discovery.endpoints = engine.takeCalledEndpoints()
    discovery.screens = engine.shownScreens
    return discovery
  }

  /// Sends one action to a new store, and completes its calls with values, and again with each error. The
  /// effects of a feature that crashes after an action of an effect are found in this way too.
  private func sendOne(_ number: Int) throws(Diagnostic) {
    var generator = SplitMix64(seed: settings.seed, index: -1 - number)
    let index = number % engine.space.entries.count
    _ = generator.next()
    log?.beginRun(-1 - number)
    let run = try engine.run(
      RunChoices(random: generator, after: ChoiceSequence([[]]), log: log), limit: 1,
      enabled: [index])
    guard run.finding == nil else { return }
    let errors = engine.endpoints.map { engine.responses.errors(of: $0).count }.max() ?? 0
    for outcome in [Rehearsal.Outcome.value] + (0..<errors).map(Rehearsal.Outcome.error) {
      var rehearsal = try Rehearsal(engine, run.sequence)
      _ = rehearsal.rest(outcome)
      rehearsal.close()
    }
  }

  /// Completes settings by what effects do. Runs in which the feature crashes end the process.
  package static func discover(
    _ target: ExplorationTarget, _ settings: inout ExplorationSettings
  ) throws(Diagnostic) {
    guard settings.actions == nil else { return }
    settings.shownScreens = nil
    let found = try discovery(target, settings, runs: 0..<discoveryRuns)
    settings.receivedLabels = found.labels
    settings.calledEndpoints = found.endpoints
    settings.shownScreens = found.screens
    let pushed = try discovery(target, settings, runs: pushingRuns)
    settings.receivedLabels.formUnion(pushed.labels)
    settings.calledEndpoints.formUnion(pushed.endpoints)
  }

  private static func discovery(
    _ target: ExplorationTarget, _ settings: ExplorationSettings, runs: Range<Int>
  ) throws(Diagnostic) -> Discovery {
    var settings = settings
    settings.invariants = []
    settings.properties = []
    let explorer = try Explorer(target, settings)
    var found = Discovery()
    guard runs != pushingRuns || explorer.engine.space.pushesScreens else { return found }
    for number in runs {
      let next = try explorer.discover(number)
      found.labels.formUnion(next.labels)
      found.endpoints.formUnion(next.endpoints)
      found.screens.formUnion(next.screens)
    }
    return found
  }
}
