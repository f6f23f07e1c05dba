import MachoReporting
import MachoSessions

// The comparison of output with expectations, and the failures of a script.

extension ScriptExecution {
  /// Adds failures for stale expectations, unless the script stopped or failed for another reason
  /// than its expectations.
  mutating func findStaleExpectations(_ reads: ScriptFileSource.Reads) {
    run.result.reads = reads.files.sorted()
    let kinds: Set = [ScriptResult.Failure.Kind.mismatch, .uncompared]
    guard !isStopped, [.passed, .failed].contains(run.result.status),
      run.result.failures.allSatisfy({ kinds.contains($0.kind) })
    else { return }
    let executed = run.outputs.indices.filter { run.outputs[$0] != nil }
    let stale = StaleExpectations(
      script, executedSteps: Set(executed), readSections: reads.sections
    ).failures
    run.result.failures += stale
    if run.result.status == .passed, !stale.isEmpty { run.result.status = .stale }
  }

  mutating func compare(_ output: [OutputLine], of outcome: Outcome, with step: Script.Step) {
    if let expectedOutput = step.expectedOutput {
      var bindings = CaptureBindings(session.variableTexts)
      // A mismatch does not affect the state, so the script continues.
      guard var mismatch = expectedOutput.match(actual: output, bindings: &bindings) else {
        session.bind(bindings.values)
        return
      }
      mismatch.line += source?.lineOffset ?? 0
      fail(.mismatch, step, MismatchFormatter.lines(for: mismatch))
      run.result.failures[run.result.failures.count - 1].mismatch = mismatch
      run.result.failures[run.result.failures.count - 1].differingLine = mismatch.line
      explainMismatch(of: expectedOutput, with: output)
    } else if !output.isEmpty, !isAssertedByCode(outcome) {
      run.result.counts.uncompared += 1
      guard isStrict || session.isStrict else { return }
      fail(
        .uncompared, step,
        MismatchFormatter.lines(forActual: OutcomeFormatter.scriptLines(for: outcome)) + [
          StyledLine("uncompared: the script is strict and this output has no '|' lines", .problem)
        ])
    }
  }

  /// Adds the changes of names that may be the reason for the last failure.
  private mutating func explainMismatch(
    of expectedOutput: ExpectedOutput, with output: [OutputLine]
  ) {
    // `macho migrate` does not change the names in sections.
    guard source == nil else { return }
    let renamings = OutputRenaming.renamings(from: expectedOutput, to: output)
    guard !renamings.isEmpty else { return }
    run.result.failures[run.result.failures.count - 1].hints = [
      MigrationHint(.names(renamings), path: run.result.path)
    ]
  }

  /// Adds the changes of declarations that may be the reason for the last failure.
  mutating func explainFailure(_ failure: Diagnostic, of step: Script.Step) {
    let hints = MigrationHint.hints(
      for: failure, in: step.text, of: session.feature, path: path(of: failure))
    run.result.failures[run.result.failures.count - 1].hints = MigrationHint.possible(
      hints, with: session.catalog)
  }

  /// Returns the file with the text that a failure is about. Only a failure in the properties of a feature
  /// has no range.
  private func path(of failure: Diagnostic) -> String {
    let path = source?.file ?? run.result.path
    guard failure.range == nil, let feature = session.feature else { return path }
    let name = feature.name + PropertiesFile.suffix
    guard !script.sections.contains(where: { $0.name == name }) else { return run.result.path }
    let directory = run.result.path.lastIndex(of: "/").map { run.result.path[...$0] } ?? ""
    return String(directory) + name
  }

  /// Whether `! [code]` asserts the whole outcome: the code is the only stable part of a failure.
  private func isAssertedByCode(_ outcome: Outcome) -> Bool {
    guard case .code = outcome.line?.expectedFailure else { return false }
    return outcome.events.isEmpty
  }

  /// Returns the number of commands below a step.
  private func commands(below step: Script.Step) -> Int {
    (source?.steps ?? script.steps).count { $0.lines.lowerBound > step.lines.lowerBound }
  }

  /// Runs the implicit `finish` at the end of the file.
  mutating func runFinishCommand() {
    timeline?.location = TimelineRecorder.Location(
      file: run.result.path, line: max(1, script.lastCommandLine), phase: phase)
    let outcome = loop.run(Line(.finish)).outcome
    guard let failure = outcome.failure else { return }
    run.result.failures.append(
      .init(
        kind: .endOfFile, step: nil, line: max(1, script.lastCommandLine), phase: phase,
        command: "finish", code: failure.code.rawValue, message: failure.message,
        report: MismatchFormatter.lines(forActual: OutcomeFormatter.scriptLines(for: outcome)) + [
          StyledLine("at end of file (implicit 'finish')")
        ]))
    run.result.failures[run.result.failures.count - 1].commandNumber = commandCount + 1
  }

  /// Stops the script at a step, because later failures would be misleading.
  mutating func stop(
    _ kind: ScriptResult.Failure.Kind, _ step: Script.Step, code: String, message: String,
    _ report: [StyledLine]
  ) {
    isStopped = true
    fail(kind, step, code: code, message: message, report)
    let number = kind == .timeOut ? 0 : commands(below: step)
    run.result.failures[run.result.failures.count - 1].commandsNotRun = number
  }

  private mutating func fail(
    _ kind: ScriptResult.Failure.Kind, _ step: Script.Step, code: String? = nil,
    message: String? = nil, _ report: [StyledLine]
  ) {
    run.result.failures.append(
      .init(
        kind: kind, step: source == nil ? run.outputs.count - 1 : nil, file: source?.file,
        line: step.lines.lowerBound + (source?.lineOffset ?? 0), phase: phase,
        command: step.text, code: code, message: message,
        report: report + (source.map { [StyledLine($0.trail)] } ?? [])))
    run.result.failures[run.result.failures.count - 1].commandNumber = commandCount
  }

  /// The number of commands that the session has run, including skipped ones.
  private var commandCount: Int { run.result.counts.steps + run.result.counts.skipped }

  func location(of step: Script.Step) -> TimelineRecorder.Location {
    TimelineRecorder.Location(
      file: source?.file ?? run.result.path,
      line: step.lines.lowerBound + (source?.lineOffset ?? 0), phase: phase)
  }
}
