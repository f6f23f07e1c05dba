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
    let attempt: Shrinker.Attempt = { candidate throws(Diagnostic) in
      ordinal += 1
      if rejected.contains(ordinal) { return nil }
      if finding.kind.isSuspicion {
        return try self.suspicion(finding, in: candidate)?.sequence
      }
      let result = try self.replay(candidate, number: ordinal)
      guard let found = result.finding, found.isSame(as: finding) else { return nil }
      return result.effectiveSequence
    }
    func shrink(_ sequence: ChoiceSequence) throws(Diagnostic) -> ChoiceSequence {
      var shrinker = Shrinker(sequence, attempt: attempt)
      shrinker.onImprovement = onImprovement
      return try shrinker.shrink()
    }
    var shrunk = try shrink(sequence)
    if let merged = try mergedSequence(shrunk, finding, attempt) {
      onImprovement(merged)
      shrunk = try shrink(merged)
    }
    guard !rejected.contains(0), let shorter = try shorterSequence(than: shrunk, finding) else {
      return shrunk
    }
    onImprovement(shorter)
    return try shrink(shorter)
  }

  /// Returns a sequence with fewer steps and the same finding, in which an endpoint that fails at once
  /// replaces several answers, or a long advance several short ones. `nil` if there is none.
  private func mergedSequence(
    _ sequence: ChoiceSequence, _ finding: Finding, _ attempt: Shrinker.Attempt
  ) throws(Diagnostic) -> ChoiceSequence? {
    guard !finding.kind.isSuspicion, !finding.kind.endsProcess else { return nil }
    let advances = sequence.groups.indices.filter { sequence.isStep($0, .advance) }
    let answers = sequence.groups.indices.filter { sequence.isStep($0, .answer) }
    var setups = [sequence.groups[0]]
    if answers.count > 1, setups[0].step.isEmpty {
      // Each endpoint makes one choice if it is pending.
      setups += engine.endpoints.indices.map { index in
        ChoiceSequence.Group(step: Array(repeating: 0, count: index) + [StubPlan.failureChoice])
      }
    }
    for setup in setups {
      var candidates = [sequence]
      if let last = advances.last, advances.count > 1 {
        candidates += RunEngine.longAdvances.map { choice in
          var candidate = sequence
          candidate.groups[last].step = [RunEngine.StepKind.advance.rawValue, choice]
          for index in advances.dropLast().reversed() { candidate.groups.remove(at: index) }
          return candidate
        }
      }
      // The shortest first.
      for var candidate in candidates.reversed() {
        candidate.groups[0] = setup
        guard candidate != sequence, let found = try attempt(candidate) else { continue }
        if found.stepCount < sequence.stepCount { return found }
      }
    }
    return nil
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

extension ChoiceSequence {
  /// Whether a group, other than that of the setup, is a step of a kind.
  fileprivate func isStep(_ index: Int, _ kind: RunEngine.StepKind) -> Bool {
    index > 0 && (groups[index].step.first ?? 0) == kind.rawValue
  }
}
