import MachoReporting
import MachoSessions
import MachoValues

/// A run of one script.
struct ScriptExecution {
  let session: Session
  private(set) var script: Script
  let isStrict: Bool
  /// Whether the script continues after a failed command, in the next phase that does not depend on it.
  /// Default: `false` (it stops).
  let resumesInPhases: Bool
  let observer: ScriptRunner.Observer
  /// Receives the events of the session. Default: `nil` (no events are built).
  let timeline: TimelineRecorder?
  var run: ScriptRun
  var loop: CommandLoop
  /// The sourced script whose command runs. `nil` while the script's own command runs.
  private(set) var source: SourcedScript?
  /// The number of the script's items that have started.
  private(set) var position = 0
  /// The reason and line of `xfail`.
  private var expectedFailure: (reason: String, line: Int)?
  /// The deadline set by `timeout`.
  var deadline: (instant: ContinuousClock.Instant, limit: Duration)?
  private(set) var phase: String?
  /// Whether the run stopped at a failure, a timeout or `skip`.
  var isStopped = false
  /// Whether the run continued in a phase after a failed command.
  private var hasResumed = false

  init(
    session: Session, script: Script, path: String, isStrict: Bool, resumesInPhases: Bool = false,
    observer: ScriptRunner.Observer, timeline: TimelineRecorder? = nil
  ) {
    self.session = session
    self.script = script
    self.isStrict = isStrict
    self.resumesInPhases = resumesInPhases
    session.refusesLiveDependencies = isStrict
    self.observer = observer
    self.timeline = timeline
    if let timeline { session.journal = timeline.journal }
    loop = CommandLoop(session, script: script, path: path)
    run = ScriptRun(result: ScriptResult(path: path, status: .passed))
    run.result.specCase = script.selection?.specCase
  }

  /// Replaces the script by a version in which everything that has run is equal. Returns `false`,
  /// and changes nothing, for any other version.
  mutating func replaceScript(_ other: Script) -> Bool {
    guard loop.source == nil, !isStopped, !loop.hasQuit, other.sections == script.sections,
      position <= other.items.count, other.items[..<position] == script.items[..<position]
    else { return false }
    // The same items have the same number of steps.
    let stepCount = script.items[..<position].count { item in
      if case .step = item { true } else { false }
    }
    guard other.steps[..<stepCount] == script.steps[..<stepCount] else { return false }
    script = other
    return true
  }

  /// Passes over the commands above a line, without running them. Phases are entered.
  mutating func skip(toLine line: Int) {
    while position < script.items.count {
      switch script.items[position] {
      case .step(let step):
        guard script.steps[step].lines.lowerBound < line else { return }
        run.outputs.append(nil)
      case .phase(let next): phase = next.title
      }
      position += 1
    }
  }

  mutating func runToEnd() {
    repeat { resume { _ in true } } while resumesInPhases && enterIndependentPhase()
    finish()
  }

  /// After a failed command, moves to the next phase that does not depend on it. Returns `false` without
  /// one.
  private mutating func enterIndependentPhase() -> Bool {
    guard isStopped, case .passed = run.result.status,
      let last = run.result.failures.indices.last, run.result.failures[last].kind == .diagnostic,
      let failed = run.result.failures[last].step,
      let next = script.independentPhase(afterFailureOf: failed)
    else { return false }
    let skippedCount = next.step - run.outputs.count
    run.outputs += [[OutputLine]?](repeating: nil, count: skippedCount)
    run.result.failures[last].commandsNotRun = skippedCount
    position = next.item
    isStopped = false
    hasResumed = true
    return true
  }

  /// Runs the next commands while `condition` holds.
  mutating func resume(while condition: (ScriptExecution) -> Bool) {
    // After `quit`, `finish` still checks the session.
    while !isStopped, !loop.hasQuit, condition(self) {
      guard loop.source != nil else {
        guard runNextItem() else { return }
        continue
      }
      runNextSourcedStep()
    }
  }

  /// Runs the next command of the script, or enters its next phase. Returns `false` at the end.
  private mutating func runNextItem() -> Bool {
    guard position < script.items.count else { return false }
    let item = script.items[position]
    position += 1
    switch item {
    case .phase(let next):
      phase = next.title
      run.result.phases.append(.init(title: next.title, line: next.line))
    case .step(let index):
      let step = script.steps[index]
      observer.willRunLine(step.lines.lowerBound)
      run(step)
    }
    return true
  }

  /// Runs the next command of the sourced scripts, or leaves them at their end.
  private mutating func runNextSourcedStep() {
    guard let step = loop.nextSourcedStep(), let source = loop.source else { return }
    observer.willRunSourcedStep("\(source.name):\(step.lines.lowerBound)  \(step.text)")
    run(step)
  }

  /// Runs `finish`, unless the script stopped or left commands out, and updates the status.
  mutating func finish() {
    source = nil
    if !isStopped, !hasResumed, !session.isFinished {
      observer.willRunLine(script.endLine)
      runFinishCommand()
    }
    updateStatus()
  }

  /// Sets the final status from the failures and `xfail`.
  private mutating func updateStatus() {
    guard case .passed = run.result.status else { return }
    guard let expectedFailure else {
      if !run.result.failures.isEmpty { run.result.status = .failed }
      return
    }
    guard run.result.failures.isEmpty else {
      run.result.status = .failedAsExpected(expectedFailure.reason)
      return
    }
    run.result.status = .failed
    run.result.failures = [
      .init(
        kind: .unexpectedPass, step: nil, line: expectedFailure.line, phase: nil,
        command: "xfail \"\(expectedFailure.reason)\"", code: "unexpected-pass",
        message: "the script was expected to fail but passed",
        report: [
          StyledLine("unexpected-pass: the script was expected to fail but passed", .problem)
        ])
    ]
  }

  /// Runs one command of the script or of a sourced script.
  mutating func run(_ step: Script.Step) {
    source = loop.source
    observer.willRunStep(step)
    timeline?.location = location(of: step)
    let result = loop.run(step.line)
    let outcome = result.outcome
    observer.didRun(outcome)
    guard !outcome.wasSkipped else {
      run.result.counts.skipped += 1
      recordOutput(nil, of: step)
      return
    }
    run.result.counts.steps += 1
    if let failure = outcome.failure {
      recordOutput(nil, of: step)
      stop(
        .diagnostic, step, code: failure.code.rawValue, message: failure.message,
        MismatchFormatter.lines(forActual: OutcomeFormatter.scriptLines(for: outcome)))
      explainFailure(failure, of: step)
      return
    }
    let output = EventFormatter.lines(for: outcome)
    recordOutput(output, of: step)
    compare(output, of: outcome, with: step)
    if let (name, errors) = result.sourceErrors {
      stop(
        .diagnostic, step, code: errors.errors[0].code.rawValue, message: errors.errors[0].message,
        errors.styledLines(path: name))
      return
    }
    if let directive = outcome.directive { handle(directive, of: step) }
    // The time limit is checked after each line of the sourced script instead.
    if case .source = outcome.directive { return }
    enforceTimeLimit(after: step)
  }

  private mutating func handle(_ directive: Outcome.Directive, of step: Script.Step) {
    switch directive {
    case .skip(let reason):
      isStopped = true
      run.result.status = run.result.failures.isEmpty ? .skipped(reason) : .failed
    case .expectFailure(let reason): expectedFailure = (reason, step.lines.lowerBound)
    case .timeout(let limit):
      deadline = (.now + limit, limit)
      observer.didSetTimeLimit(limit)
    case .quit, .source, .debug: break
    }
  }

  /// Stops the script after a command if its time limit is exceeded. The observer ends a script that
  /// exceeds the limit within a command.
  private mutating func enforceTimeLimit(after step: Script.Step) {
    guard let deadline, !isStopped, ContinuousClock.now > deadline.instant else { return }
    let limit = ValueSyntax().print(deadline.limit)
    run.result.status = .timedOut
    let message = "not finished within \(limit)"
    stop(
      .timeOut, step, code: "timed-out", message: message,
      [StyledLine("timed-out: \(message)", .problem)])
  }

  /// Records the output of a step. Updates need the outputs of the script's own steps separately.
  private mutating func recordOutput(_ output: [OutputLine]?, of step: Script.Step) {
    guard let source else { return run.outputs.append(output) }
    run.sourcedOutputs.append(
      SourcedOutput(
        file: source.file, line: step.lines.lowerBound + source.lineOffset, command: step.text,
        output: output))
  }

  /// Removes the last failure and moves back to its line.
  mutating func removeFailure(_ failure: ScriptResult.Failure) {
    run.result.failures.removeLast()
    guard failure.kind != .endOfFile else { return }
    if loop.stepBack() {
      run.sourcedOutputs.removeLast()
    } else {
      position -= 1
      run.outputs.removeLast()
    }
    run.result.counts.steps -= 1
    isStopped = false
  }
}
