import MachoSessions

extension Session {
  /// Makes the session perform 'explore', in this process.
  package func enableExploring() {
    onExploring = { [unowned self] goal throws(Diagnostic) in
      try InteractiveExploration(self).text(for: goal)
    }
  }
}

/// An exploration that begins with the present state of a session.
private struct InteractiveExploration {
  private let session: Session
  private let target: ExplorationTarget

  /// The number of runs for a failure.
  private static let runs = 1_000

  init(_ session: Session) throws(Diagnostic) {
    self.session = session
    if session.position == 0, let feature = session.feature,
      session.storeInUse?.stubs.stubbedEndpoints.isEmpty ?? true
    {
      target = ExplorationTarget(feature)
      return
    }
    let checkpoint = try session.checkpoint()
    target = try ExplorationTarget(
      lines: checkpoint.linesWithoutContext + Checkpoint.lines(of: checkpoint.stubs),
      catalog: session.catalog)
  }

  func text(for goal: ExplorationGoal) throws(Diagnostic) -> String {
    var settings = ExplorationSettings()
    switch goal {
    case .failure(let invariant, let property, let orders):
      settings.invariants = invariant.map { [$0] } ?? []
      settings.properties = property.map { [$0] } ?? []
      settings.orders = orders
    case .race(let orders):
      settings.orders = orders
      settings.findsRaces = true
    case .state: break
    }
    try Explorer.discover(target, &settings)
    let explorer = try Explorer(target, settings)
    switch goal {
    case .failure, .race: return try failure(explorer)
    case .state(let goal): return try search(explorer, until: goal)
    }
  }

  /// Returns the script of the first failure of random runs, or that there was none.
  private func failure(_ explorer: Explorer) throws(Diagnostic) -> String {
    var steps = 0
    for number in 0..<Self.runs {
      try requireNoInterrupt()
      let result = try explorer.run(number)
      steps += result.effectiveStepCount
      guard let finding = result.finding else { continue }
      let sequence = try explorer.shrink(result.sequence, finding)
      explorer.engine.describesFailures = true
      let run = try explorer.replay(sequence, describing: true)
      let script = CounterexampleScript(
        run.description, run.finding ?? finding, target: target,
        command: "explore, with the seed \(explorer.settings.seed)"
      ).text
      guard sequence.preemptionCount > 0 else { return value(script) }
      let orders = try explorer.compareOrders(sequence, finding)
      return value(script + orders.lines.map { "# \($0.text)\n" }.joined())
    }
    let tally = explorer.takeOrderTally()
    var lines = ["no failure in \(Self.runs) runs with \(steps) steps"]
    lines += explorer.engine.propertyChecks.compactMap(\.sentence)
    if tally.runs > 0 { lines.append(tally.text(for: explorer.settings.orders)) }
    return lines.joined(separator: "\n")
  }

  /// Returns the script with the fewest steps after which a condition holds, or why there is none.
  private func search(_ explorer: Explorer, until goal: String) throws(Diagnostic) -> String {
    var search = try explorer.search(until: goal)
    let interrupt = session.interrupt
    search.shouldContinue = { _, _ in !interrupt.isRequested }
    let end = try search.run()
    try requireNoInterrupt()
    let count = search.states.count
    switch end {
    case .reached(let sequence):
      let run = try explorer.replay(sequence, describing: true)
      return value(
        CounterexampleScript.text(
          reaching: goal, run.description, prefix: target.prefix,
          comment: "the shortest way to: \(goal) (\(count) states visited)"))
    case .failed(let finding, _): return "stopped at a failure: \(finding.message)"
    case .exhausted:
      return "no reachable state satisfies '\(goal)': all \(count) states were visited"
    case .limited: return "not found in \(count) states"
    }
  }

  private func requireNoInterrupt() throws(Diagnostic) {
    if session.interrupt.isRequested { throw Diagnostic("interrupted", "stopped exploring") }
  }

  /// Returns a script without its last newline: each line of the output ends with one.
  private func value(_ script: String) -> String { String(script.dropLast()) }
}
