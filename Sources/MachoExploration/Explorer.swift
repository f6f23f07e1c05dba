import MachoSessions
import MachoValues

/// Explores a feature with random runs, in this process.
///
/// A run is determined by the seed and its number, so it does not matter which process makes it.
package final class Explorer {
  package let settings: ExplorationSettings
  package let target: ExplorationTarget
  package let engine: RunEngine
  private let variants: VariantCheck?
  /// Records each run, for a parent process.
  private let log: ChoiceLog?
  /// Whether each replay is repeated.
  private var checksReplays = false
  /// The effects that waited for external work, which runs ignore.
  package private(set) var externalEffects: Set<String> = []

  /// Creates an explorer. Throws if an invariant or the filter of actions is invalid, or if there is
  /// no action to send.
  package init(
    _ target: ExplorationTarget, _ settings: ExplorationSettings,
    catalog: [any DrivenFeature] = [], log: ChoiceLog? = nil
  ) throws(Diagnostic) {
    variants =
      settings.variants.isEmpty
      ? nil : VariantCheck(names: settings.variants, catalog: catalog)
    self.target = target
    self.settings = settings
    self.log = log
    let state = try target.startState()
    var invariants: [Invariant] = []
    for text in settings.invariants {
      invariants.append(try Invariant(text, of: target.feature, in: state))
    }
    let filter = try Self.filter(settings.actions)
    let lines = ScriptLines(settings.scriptLines, of: target.feature)
    let space = ActionSpace(
      of: target.feature, received: settings.receivedLabels.subtracting(lines.sentLabels),
      filter: filter)
    for value in lines.values { space.generator.addScriptValue(value) }
    guard !space.entries.isEmpty else {
      throw Diagnostic(
        "no-such-case",
        settings.actions == nil
          ? "the feature has no action that can be sent" : "no action matches --actions",
        notes: space.omissions.map { "\($0.label): \($0.reason)" })
    }
    engine = RunEngine(target: target, space: space, invariants: invariants)
  }

  private static func filter(_ pattern: String?) throws(Diagnostic) -> ((String) -> Bool)? {
    guard let pattern else { return nil }
    do {
      let regex = try Regex(pattern)
      return { $0.firstMatch(of: regex) != nil }
    } catch { throw Diagnostic("bad-regex", "--actions is not a regular expression: \(error)") }
  }

  // MARK: Runs

  /// Makes a random run.
  package func run(_ number: Int) throws(Diagnostic) -> RunResult {
    var generator = SplitMix64(seed: settings.seed, index: number)
    let enabled = enabledActions(&generator)
    log?.beginRun(number)
    var choices = RunChoices(random: generator, log: log)
    var result = try engine.run(&choices, limit: settings.depth, enabled: enabled)
    externalEffects.formUnion(result.externalEffects)
    if number >= 0, number.isMultiple(of: Self.replayInterval), result.finding == nil {
      result.finding = try replayFinding(result)
    }
    if number >= 0, variants != nil, result.finding == nil {
      result.finding = try variantFinding(result.sequence)?.finding
    }
    return result
  }

  /// Returns a finding if a variant disagrees after the lines of a run, with the description of the
  /// run up to the line that shows it.
  private func variantFinding(
    _ sequence: ChoiceSequence
  ) throws(Diagnostic) -> (finding: Finding, description: RunDescription)? {
    guard let variants else { return nil }
    var choices = RunChoices(replaying: sequence, log: log)
    let run = try engine.run(&choices, limit: .max, describing: true)
    let lines = target.prefix + run.allStubLines + run.description.lines
    guard let (finding, line) = variants.finding(lines) else { return nil }
    var description = run.description
    if description.hasUnassertedActions { description.lines.append("skip received") }
    description.lines.append(line)
    return (finding, description)
  }

  /// Every run with such a number is made twice.
  private static let replayInterval = 25

  /// Returns a finding if equal choices lead to another state.
  private func replayFinding(_ first: RunResult) throws(Diagnostic) -> Finding? {
    guard first.externalEffects.isEmpty else { return nil }
    var choices = RunChoices(replaying: first.sequence, log: log)
    let second = try engine.run(&choices, limit: .max)
    guard let state = first.state, let other = second.state,
      second.finding != nil || !valuesEqual(state, other)
    else { return nil }
    return Finding(
      .replay, identity: "replay",
      message: "equal actions lead to different states; see 'macho test --repeat 2'")
  }

  /// Repeats a run. `number` is its number in the log.
  package func replay(
    _ sequence: ChoiceSequence, number: Int = 0, describing: Bool = false
  ) throws(Diagnostic) -> RunResult {
    log?.beginRun(number)
    var choices = RunChoices(replaying: sequence, log: log)
    var result = try engine.run(&choices, limit: .max, describing: describing)
    if result.finding == nil, checksReplays { result.finding = try replayFinding(result) }
    if result.finding == nil, let (finding, description) = try variantFinding(sequence) {
      result.finding = finding
      if describing { result.description = description }
    }
    return result
  }

  /// Chooses the actions of a run. A run with a subset reaches states that are unlikely if all
  /// actions are equally likely, for example a full queue.
  private func enabledActions(_ generator: inout SplitMix64) -> [Int] {
    let all = Array(engine.space.entries.indices)
    guard all.count > 2, generator.next(below: 3) > 0 else { return all }
    let subset = all.filter { _ in generator.next(below: 2) == 0 }
    return subset.isEmpty ? all : subset
  }

  // MARK: Discovery

  /// The number of runs that find out which actions effects send.
  package static let discoveryRuns = 60

  /// Makes one of the runs that find out which actions effects send. Returns their labels.
  package func discover(_ number: Int) throws(Diagnostic) -> Set<String> {
    engine.receivedLabels = []
    defer { engine.receivedLabels = nil }
    _ = try run(-1 - number)
    return engine.receivedLabels ?? []
  }

  /// Returns the labels of the actions that effects send. Runs in which the feature crashes end the
  /// process.
  package static func discoverReceivedLabels(
    _ target: ExplorationTarget, _ settings: ExplorationSettings
  ) throws(Diagnostic) -> Set<String> {
    guard settings.actions == nil else { return [] }
    var settings = settings
    settings.invariants = []
    let explorer = try Explorer(target, settings)
    var labels: Set<String> = []
    for number in 0..<discoveryRuns { labels.formUnion(try explorer.discover(number)) }
    return labels
  }

  // MARK: Shrinking

  /// Returns the simplest sequence with the same finding that shrinking finds.
  ///
  /// - Parameters:
  ///   - rejected: The ordinals of the candidates that are not run. 0 is the search for a shorter
  ///     sequence, and 1 is `sequence` itself.
  ///   - onImprovement: Called with each simpler sequence.
  package func shrink(
    _ sequence: ChoiceSequence, _ finding: Finding, rejecting rejected: Set<Int> = [],
    onImprovement: @escaping (ChoiceSequence) -> Void = { _ in }
  ) throws(Diagnostic) -> ChoiceSequence {
    var ordinal = 0
    checksReplays = finding.kind == .replay
    defer { checksReplays = false }
    func shrink(_ sequence: ChoiceSequence) throws(Diagnostic) -> ChoiceSequence {
      var shrinker = Shrinker(sequence) { candidate throws(Diagnostic) in
        ordinal += 1
        if rejected.contains(ordinal) { return nil }
        let result = try self.replay(candidate, number: ordinal)
        guard let found = result.finding, found.isSame(as: finding) else { return nil }
        return result.effectiveSequence
      }
      shrinker.onImprovement = onImprovement
      return try shrinker.shrink()
    }
    let shrunk = try shrink(sequence)
    guard !rejected.contains(0), let shorter = try shorterSequence(than: shrunk, finding) else {
      return shrunk
    }
    onImprovement(shorter)
    return try shrink(shorter)
  }

  /// Searches all sequences with fewer steps. Deleting steps of a long sequence cannot find one with
  /// other actions.
  private func shorterSequence(
    than sequence: ChoiceSequence, _ finding: Finding
  ) throws(Diagnostic) -> ChoiceSequence? {
    guard sequence.stepCount > 1, ![.hang, .replay, .undo, .variants].contains(finding.kind) else {
      return nil
    }
    var limits = StateSearch.Limits()
    limits.depth = sequence.stepCount - 1
    limits.states = 10_000
    limits.width = 3
    limits.steps = 20_000
    var search = StateSearch(engine, limits: limits, log: log)
    search.wanted = finding
    guard case .failed(_, let shorter) = try search.run() else { return nil }
    return shorter
  }

  // MARK: Search

  /// Visits the reachable states. See `StateSearch`.
  package func search(
    until goal: String? = nil, limits: StateSearch.Limits = StateSearch.Limits(),
    recordsEdges: Bool = false
  ) throws(Diagnostic) -> StateSearch {
    var condition: Invariant?
    if let goal {
      condition = try Invariant(goal, of: target.feature, in: try target.startState())
    }
    return StateSearch(
      engine, goal: condition, limits: limits, recordsEdges: recordsEdges, log: log)
  }
}
