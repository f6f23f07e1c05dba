import MachoReporting

extension ExpectationUpdater {
  /// The update of a script, or of one case of a specification.
  struct Update {
    private(set) var result: ScriptResult
    /// Whether the output can be written.
    private(set) var isUpdatable = true
    /// The steps whose expectations stay, because they failed or depend on a failed one.
    private var leftSteps: Set<Int> = []
    private let outputs: [[OutputLine]?]
    /// The script or the case. `nil` if the script does not parse.
    private let script: Script?

    init(_ run: ScriptRun, _ script: Script?) {
      result = run.result
      outputs = run.outputs
      self.script = script
    }
  }
}

extension ExpectationUpdater.Update {
  /// Whether the update leaves nothing.
  var isComplete: Bool { isUpdatable && result.notUpdated == nil }

  /// Keeps the expectations of failed commands, and of those that depend on them. Keeps the whole script if
  /// that is not known.
  mutating func leaveFailures() {
    if let reason = reasonNotToUpdate {
      isUpdatable = false
      result.notUpdated = reason
      return
    }
    var reasons: [String] = []
    for failure in result.failures where isLeft(failure) {
      var reason = "line \(failure.line)" + (failure.file.map { " of " + $0 } ?? "") + " fails"
      if let step = failure.step, let script {
        if leftSteps.contains(step) { continue }
        let end = script.independentPhase(afterFailureOf: step)?.step ?? script.steps.count
        leftSteps.formUnion(step..<end)
        let count = end - step - 1
        if count > 0 {
          let verb = count == 1 ? "depends" : "depend"
          reason += ", and \(counted(count, "command")) below \(verb) on it"
        }
      }
      reasons.append(reason)
    }
    result.notUpdated = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// Whether the update keeps the expectations of the command that failed.
  private func isLeft(_ failure: ScriptResult.Failure) -> Bool {
    failure.kind == .diagnostic || failure.kind == .mismatch && isExpectedToFail
  }

  /// Whether a mismatch is what `xfail` declares, and not an outdated expectation.
  private var isExpectedToFail: Bool {
    if case .failedAsExpected = result.status { true } else { false }
  }

  private var reasonNotToUpdate: String? {
    switch result.status {
    case .passed, .skipped, .stale: nil
    case .failed:
      result.failures.first { !Self.kindsOfWholeRuns.contains($0.kind) }
        .map { "line \($0.line) fails" }
    case .failedAsExpected:
      // It is not known which commands depend on the sourced one.
      result.failures.first { $0.kind == .mismatch && $0.step == nil }
        .map { "line \($0.line) of \($0.file ?? "a section") fails as expected" }
    case .unparsable: "it cannot be parsed"
    case .crashed: result.failures.first.map { "line \($0.line) crashes" } ?? "it crashes"
    case .timedOut: result.failures.first.map { "line \($0.line) times out" } ?? "it times out"
    case .updated, .pending, .unreadable: "it was not run"
    }
  }

  /// The kinds of failures despite which the output of the commands that ran is right.
  private static let kindsOfWholeRuns: Set<ScriptResult.Failure.Kind> = [
    .mismatch, .uncompared, .stale, .diagnostic, .endOfFile, .unexpectedPass,
  ]

  /// The outputs that are written, by step.
  private var writtenOutputs: [[OutputLine]?] {
    outputs.enumerated().map { leftSteps.contains($0.offset) ? nil : $0.element }
  }

  /// Fails if a second run printed different output.
  mutating func compare(with second: ScriptRun) {
    guard outputs != second.outputs else { return }
    let pairs = zip(outputs, second.outputs)
    let index =
      Array(pairs).firstIndex { $0.0 != $0.1 } ?? min(outputs.count, second.outputs.count)
    func lines(_ outputs: [[OutputLine]?]) -> [OutputLine] {
      index < outputs.count ? outputs[index] ?? [] : []
    }
    fail(
      atStep: index, "the two runs differ; nothing was written",
      [("first run:", lines(outputs)), ("second run:", lines(second.outputs))])
  }

  /// Returns the outputs by step of the whole script. Cases that print different output for a shared
  /// command fail, except for the first of them.
  static func join(_ updates: inout [Self], _ whole: Script) -> [[OutputLine]?] {
    var joined = [[OutputLine]?](repeating: nil, count: whole.steps.count)
    var owners: [Int: String] = [:]
    for number in updates.indices where updates[number].isUpdatable {
      let update = updates[number]
      let steps = update.stepIndices
      let written = update.writtenOutputs
      let conflict = zip(steps, written).enumerated().first { _, pair in
        pair.1 != nil && joined[pair.0] != nil && joined[pair.0] != pair.1
      }
      if let (index, (step, output)) = conflict {
        updates[number].fail(
          atStep: index,
          "the cases of this command differ, so no expectation is right for all of them",
          [("\(owners[step] ?? ""):", joined[step] ?? []), ("this case:", output ?? [])])
        continue
      }
      for (step, output) in zip(steps, written) {
        guard let output else { continue }
        joined[step] = output
        owners[step] = owners[step] ?? update.result.specCase?.name
      }
    }
    return joined
  }

  /// The indexes of the steps in the whole script.
  private var stepIndices: [Int] {
    script?.selection?.stepIndices ?? Array(script?.steps.indices ?? 0..<0)
  }

  private mutating func fail(
    atStep index: Int, _ message: String, _ outputs: [(heading: String, lines: [OutputLine])]
  ) {
    isUpdatable = false
    result.status = .failed
    let steps = script?.steps ?? []
    let step = index < steps.count ? steps[index] : nil
    let report = outputs.flatMap { heading, lines in
      [StyledLine(heading)]
        + MismatchFormatter.lines(forActual: lines.map { StyledLine($0.text) })
    }
    result.failures = [
      .init(
        kind: .notDeterministic, step: index, line: step?.lines.lowerBound ?? 1, phase: nil,
        command: step?.text ?? "", code: "not-deterministic", message: message,
        report: report + [StyledLine("not-deterministic: \(message)", .problem)])
    ]
  }

  /// Removes the failures of updated expectations.
  ///
  /// - Parameters:
  ///   - changed: The changed steps of the whole script.
  ///   - counted: The changed steps that no other case has counted.
  /// - Returns: The steps that this case counts.
  mutating func recordUpdate(
    of changed: [Int], counting counted: Set<Int>, in whole: Script,
    _ destination: ExpectationUpdater.Destination
  ) -> [Int] {
    let steps = stepIndices
    let own = Set(changed).intersection(steps)
    guard !own.isEmpty else { return [] }
    result.failures.removeAll { failure in
      failure.step.map { own.contains(steps[$0]) } ?? false
    }
    let new = counted.intersection(own)
    result.counts.updated = new.count
    result.counts.uncompared -= own.count { whole.steps[$0].expectedOutput == nil }
    if destination == .pendingFile { result.pending = PendingFile.path(of: result.path) }
    let hasOnlyStale = result.failures.allSatisfy { $0.kind == .stale }
    if case .skipped = result.status, new.isEmpty { return [] }
    // It still fails at what was left.
    if isExpectedToFail { return Array(new) }
    result.status =
      !hasOnlyStale
      ? .failed
      : destination == .pendingFile
        ? .pending
        : new.isEmpty && result.failures.isEmpty ? .passed : .updated
    return Array(new)
  }
}
