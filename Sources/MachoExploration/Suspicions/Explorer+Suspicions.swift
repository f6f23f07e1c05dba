import MachoSessions

extension Explorer {
  /// The number of runs that are searched for suspicions.
  package static let suspicionRuns = 600
  /// The maximum number of steps of such a run.
  private static let suspicionDepth = 14
  /// How often an experiment is made with the same actions.
  private static let experimentLimit = 30

  /// A run with something odd.
  package struct SuspiciousRun {
    package let number: Int
    package let finding: Finding
    package let sequence: ChoiceSequence
  }

  /// Makes short runs with pending calls and searches each for what is odd. Some continue an earlier run
  /// that was the first to reach something, so that screens behind others are reached. Calls `onFinding`
  /// with the first run of each suspicion.
  package func findSuspicions(
    runs: Range<Int> = 0..<suspicionRuns, onFinding: (SuspiciousRun) -> Void
  ) throws(Diagnostic) {
    let budget = ExperimentBudget(limit: Self.experimentLimit)
    let (checksTimeTravel, coverage) = (engine.checksTimeTravel, engine.coverage)
    engine.checksTimeTravel = false
    engine.coverage = nil
    defer { (engine.checksTimeTravel, engine.coverage) = (checksTimeTravel, coverage) }
    var found: [Finding] = []
    let reached = RunCoverage(target.feature)
    for number in runs where !engine.isOverdue {
      engine.coverage = reached
      let drawn = try suspicionSequence(number)
      engine.coverage = nil
      guard let sequence = drawn else { continue }
      log?.beginRun(number)
      guard let probe = try SuspicionProbe(engine, sequence, budget: budget) else { continue }
      for suspicion in try probe.suspicions()
      where !found.contains(where: suspicion.finding.isSame) && !isIntended(suspicion.finding) {
        found.append(suspicion.finding)
        onFinding(
          SuspiciousRun(number: number, finding: suspicion.finding, sequence: suspicion.sequence))
      }
    }
  }

  private func isIntended(_ finding: Finding) -> Bool {
    engine.intentions.contains(where: finding.isIntended)
  }

  /// Draws a short sequence whose calls are pending. Every second one repeats one of its steps.
  /// Returns `nil` if it fails.
  private func suspicionSequence(_ number: Int) throws(Diagnostic) -> ChoiceSequence? {
    var generator = SplitMix64(seed: settings.seed &+ 0x5357, index: number)
    let enabled = enabledActions(&generator)
    // The first group chooses how endpoints respond: calls are pending.
    var beginning = ChoiceSequence([[]])
    var limit = 1 + generator.next(below: 7)
    if number.isMultiple(of: 2),
      let earlier = engine.coverage?.drawBeginning(&generator, always: true),
      !earlier.groups.isEmpty
    {
      beginning = earlier
      limit = min(earlier.groups.count + limit / 2, Self.suspicionDepth)
    }
    let repetition = generator.next(below: 2 * limit)
    log?.beginRun(number)
    let result = try engine.run(
      RunChoices(random: generator, after: beginning, log: log), limit: limit, enabled: enabled)
    _ = keepBeginning(of: result, number)
    guard result.finding == nil else { return nil }
    var sequence = result.effectiveSequence
    if repetition < limit, sequence.groups.indices.contains(repetition + 1) {
      // At once, or after the other steps.
      let position = number % 4 < 2 ? sequence.groups.endIndex : repetition + 2
      sequence.groups.insert(sequence.groups[repetition + 1], at: position)
    }
    return sequence
  }

  /// Returns the suspicion that a sequence shows.
  func suspicion(_ finding: Finding, in sequence: ChoiceSequence) throws(Diagnostic) -> Suspicion? {
    let budget = ExperimentBudget(limit: .max)
    log?.beginRun(0)
    return try SuspicionProbe(engine, sequence, budget: budget)?
      .suspicions(wanted: finding).first
  }

  /// Returns the lines of a suspicion, and its text. `nil` if the sequence does not show it.
  package func describe(
    _ finding: Finding, in sequence: ChoiceSequence
  ) throws(Diagnostic) -> (finding: Finding, description: RunDescription)? {
    guard let suspicion = try suspicion(finding, in: sequence) else { return nil }
    return (suspicion.finding, try suspicion.describe())
  }
}
