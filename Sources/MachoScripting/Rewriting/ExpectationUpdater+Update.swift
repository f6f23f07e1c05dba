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
    /// The outputs of the sourced commands in the first run, and in the second one.
    private var sourcedOutputs: (first: [SourcedOutput], second: [SourcedOutput])
    /// The script or the case. `nil` if the script does not parse.
    private let script: Script?

    init(_ run: ScriptRun, _ script: Script?) {
      result = run.result
      outputs = run.outputs
      sourcedOutputs = (run.sourcedOutputs, [])
      self.script = script
    }
  }

  /// The commands whose expected output an update changed.
  struct Changes {
    /// The indexes of the script's steps.
    var steps: Set<Int>
    /// The lines of commands in its sections, by the number of the line in the file before the update.
    var sections: Set<Int>
    /// Those of `sections` that had no expected output.
    var newSections: Set<Int>

    var isEmpty: Bool { steps.isEmpty && sections.isEmpty }
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

  /// The outputs of commands in sections, in both runs.
  var sectionObservations: [SourcedExpectations.Observation] {
    (sourcedOutputs.first + sourcedOutputs.second).compactMap { sourced in
      guard sourced.file == nil, let output = sourced.output else { return nil }
      return SourcedExpectations.Observation(
        script: result.name, line: sourced.line, command: sourced.command, output: output)
    }
  }

  /// The result, with the outputs of sourced files if these can be written.
  var resultWithOutputs: ScriptResult {
    var result = result
    guard isUpdatable else { return result }
    result.sourcedOutputs = (sourcedOutputs.first + sourcedOutputs.second).filter {
      $0.file != nil && $0.output != nil
    }
    return result
  }

  /// Records what the update leaves as it is.
  mutating func leave(_ reason: String) { result.leave(reason) }

  /// The outputs that are written, by step.
  private var writtenOutputs: [[OutputLine]?] {
    outputs.enumerated().map { leftSteps.contains($0.offset) ? nil : $0.element }
  }

  /// Fails if the script's commands printed different output in a second run. The commands that it sources
  /// may, but then nothing is written below them.
  mutating func compare(with second: ScriptRun) {
    sourcedOutputs.second = second.sourcedOutputs
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

  /// The outputs of all cases, by step of the whole script.
  struct JoinedOutputs {
    /// The output that is the same in all cases. `nil` for a step whose expected output stays.
    var outputs: [[OutputLine]?]
    /// The expected lines for output that differs from case to case.
    var patterns: [Int: [ExpectedLine]] = [:]
  }

  /// Returns the outputs by step of the whole script.
  ///
  /// A shared command may print different output in each case if its expected output matches in all of
  /// them, or if only the values of the rows differ. Otherwise all cases but the first fail.
  static func join(
    _ updates: inout [Self], _ whole: Script, _ mode: ScriptRewriter.Mode
  ) -> JoinedOutputs {
    var joined = JoinedOutputs(outputs: Array(repeating: nil, count: whole.steps.count))
    var outputs = [[PrintedOutput]](repeating: [], count: whole.steps.count)
    for number in updates.indices where updates[number].isUpdatable {
      for (step, output) in updates[number].printedOutputs(number) { outputs[step].append(output) }
    }
    for (index, command) in whole.steps.enumerated() {
      let printed = outputs[index].filter { updates[$0.update].isUpdatable }
      guard let first = printed.first else { continue }
      if printed.allSatisfy({ $0.output == first.output }) {
        joined.outputs[index] = first.output
        continue
      }
      let holds =
        command.expectedOutput != nil && !printed.contains { updates[$0.update].hasFailed(at: $0) }
      if holds || !mode.writes(command) { continue }
      if let lines = ColumnCaptures.lines(printed.map { ($0.output, $0.variables) }) {
        joined.patterns[index] = lines
        continue
      }
      joined.outputs[index] = first.output
      let owner = updates[first.update].result.specCase?.name ?? ""
      for other in printed where other.output != first.output {
        updates[other.update].fail(
          atStep: other.step,
          "the cases of this command differ, so no expectation is right for all of them",
          [("\(owner):", first.output), ("this case:", other.output)])
      }
    }
    return joined
  }

  /// The output of a step in one case.
  private struct PrintedOutput {
    /// The index of the case's update.
    var update: Int
    /// The index of the step in the case.
    var step: Int
    var output: [OutputLine]
    /// The texts of the variables that the case's row has set.
    var variables: [String: String]
  }

  /// Returns the outputs of the case that are written, each with the index of its step in the whole script.
  private func printedOutputs(_ update: Int) -> [(step: Int, output: PrintedOutput)] {
    var found: [(step: Int, output: PrintedOutput)] = []
    // The row sets its variables below the setup of its case.
    var variables: [String: String] = [:]
    for (index, (step, output)) in zip(stepIndices, writtenOutputs).enumerated() {
      if step == nil { variables = script?.selection?.variables ?? [:] }
      guard let step, let output else { continue }
      let printed = PrintedOutput(
        update: update, step: index, output: output, variables: variables)
      found.append((step, printed))
    }
    return found
  }

  /// Whether the expected output of a step did not match.
  private func hasFailed(at printed: PrintedOutput) -> Bool {
    result.failures.contains { $0.step == printed.step }
  }

  /// The indexes of the steps in the whole script. `nil` for those of a row.
  private var stepIndices: [Int?] {
    script?.selection?.stepIndices ?? (script?.steps.indices ?? 0..<0).map(Optional.some)
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
  /// - Parameter uncounted: The changes that no other case has counted. Those of this case are removed.
  mutating func recordUpdate(
    of changes: ExpectationUpdater.Changes, counting uncounted: inout ExpectationUpdater.Changes,
    in whole: Script, _ destination: ExpectationUpdater.Destination
  ) {
    let steps = stepIndices
    let ownSteps = changes.steps.intersection(steps.compactMap(\.self))
    let outputs = sourcedOutputs.first.filter { $0.file == nil && $0.output != nil }
    let ownLines = changes.sections.intersection(outputs.map(\.line))
    guard !ownSteps.isEmpty || !ownLines.isEmpty else { return }
    result.failures.removeAll { failure in
      if let step = failure.step { return steps[step].map(ownSteps.contains) ?? false }
      return failure.isOfOutput && failure.file == nil && ownLines.contains(failure.line)
    }
    let new =
      uncounted.steps.intersection(ownSteps).count + uncounted.sections.intersection(ownLines).count
    uncounted.steps.subtract(ownSteps)
    uncounted.sections.subtract(ownLines)
    result.counts.updated = new
    result.counts.uncompared -= ownSteps.count { whole.steps[$0].expectedOutput == nil }
    result.counts.uncompared -= outputs.count { output in
      changes.newSections.contains(output.line) && output.output != []
    }
    if destination == .pendingFile { result.pending = PendingFile.path(of: result.path) }
    let hasOnlyStale = result.failures.allSatisfy { $0.kind == .stale }
    if case .skipped = result.status, new == 0 { return }
    // It still fails at what was left.
    if isExpectedToFail { return }
    result.status =
      !hasOnlyStale
      ? .failed
      : destination == .pendingFile
        ? .pending
        : new == 0 && result.failures.isEmpty ? .passed : .updated
  }
}
