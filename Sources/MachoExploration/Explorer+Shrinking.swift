import MachoSessions

extension Explorer {
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
        if finding.kind.isSuspicion {
          return try self.suspicion(finding, in: candidate)?.sequence
        }
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
    guard sequence.stepCount > 1, !finding.kind.isSuspicion,
      ![.hang, .replay, .undo, .race].contains(finding.kind)
    else {
      return nil
    }
    var limits = StateSearch.Limits()
    limits.depth = sequence.stepCount - 1
    limits.states = 10_000
    limits.width = 3
    limits.steps = 20_000
    var search = StateSearch(engine, limits: limits, log: log)
    search.wanted = finding
    search.variesJobs = sequence.preemptionCount > 0
    guard case .failed(_, let shorter) = try search.run() else { return nil }
    return shorter
  }

  /// Visits the reachable states. See `StateSearch`.
  package func search(
    until goal: String? = nil, limits: StateSearch.Limits = StateSearch.Limits(),
    recordsEdges: Bool = false
  ) throws(Diagnostic) -> StateSearch {
    var condition: StateCondition?
    if let goal {
      condition = try StateCondition(
        Arguments(goal, from: 0), of: target.feature, target.feature.syntax, command: .expect)
      for constant in condition?.constants ?? [] { engine.space.generator.addConstant(constant) }
    }
    return StateSearch(
      engine, goal: condition, limits: limits, recordsEdges: recordsEdges, log: log)
  }
}
