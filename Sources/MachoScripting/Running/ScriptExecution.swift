import MachoReporting
import MachoSessions
import MachoValues

/// One run of one script.
struct ScriptExecution {
  let session: Session
  let script: Script
  let isStrict: Bool
  let observer: ScriptRunner.Observer
  var run: ScriptRun
  /// The scripts that are being run, by 'source', from the outermost in.
  var sources: [SourcedScript] = []
  var sourceLimits = SourcedScript.Limits()
  /// How much of the script was run, and of each script that is being sourced.
  var positions = [0]
  /// Why the script is known to fail, and where it says so.
  private var expectedFailure: (why: String, line: Int)?
  /// When a script's own time is over.
  var deadline: (instant: ContinuousClock.Instant, limit: Duration)?
  private var phase: String?
  var isStopped = false
  /// Whether the script left its rest out; what it did is accounted for all the same.
  private var hasQuit = false

  init(
    session: Session, script: Script, path: String, isStrict: Bool, watcher: ScriptRunner.Observer
  ) {
    self.session = session
    self.script = script
    self.isStrict = isStrict
    self.observer = watcher
    run = ScriptRun(result: ScriptResult(path: path, status: .passed))
  }

  mutating func runToEnd() {
    resume { _ in true }
    finish()
  }

  /// Runs what comes next, as long as somebody wants it.
  mutating func resume(while isWanted: (ScriptExecution) -> Bool) {
    while !isStopped, !hasQuit, isWanted(self) {
      guard !sources.isEmpty else {
        guard runNextItem() else { return }
        continue
      }
      runNextSourcedStep()
    }
  }

  /// Runs the next command of the script, or enters its next phase; `false` at the end.
  private mutating func runNextItem() -> Bool {
    guard positions[0] < script.items.count else { return false }
    let item = script.items[positions[0]]
    positions[0] += 1
    switch item {
    case .phase(let next):
      phase = next.title
      run.result.phases.append(.init(title: next.title, line: next.line))
    case .step(let step):
      observer.willRunLine(step.lines.lowerBound)
      run(step)
    }
    return true
  }

  /// Runs the next command of the script that is sourced, or leaves that behind.
  private mutating func runNextSourcedStep() {
    let (sourced, position) = (sources[sources.count - 1], positions[positions.count - 1])
    guard position < sourced.steps.count else {
      sources.removeLast()
      positions.removeLast()
      return
    }
    let step = sourced.steps[position]
    positions[positions.count - 1] += 1
    observer.willRunSourcedStep("\(sourced.name):\(step.lines.lowerBound)  \(step.text)")
    run(step)
  }

  /// Accounts for what is left over, and says what all of it comes to.
  mutating func finish() {
    sources = []
    if !isStopped, !session.isFinished {
      observer.willRunLine(script.source.lines.count)
      runFinishCommand()
    }
    updateStatus()
  }

  /// What all of it comes to.
  private mutating func updateStatus() {
    guard case .passed = run.result.status else { return }
    guard let expectedFailure else {
      if !run.result.failures.isEmpty { run.result.status = .failed }
      return
    }
    guard run.result.failures.isEmpty else {
      run.result.status = .failedAsExpected(expectedFailure.why)
      return
    }
    run.result.status = .failed
    run.result.failures = [
      .init(
        kind: .unexpectedPass, step: nil, line: expectedFailure.line, phase: nil,
        command: "xfail \"\(expectedFailure.why)\"", code: "unexpected-pass",
        report: ["unexpected-pass: the script was expected to fail, and did not"])
    ]
  }

  /// Runs one command; those of a sourced script stand for the one that sourced it.
  mutating func run(_ step: Script.Step) {
    observer.willRunStep(step)
    let outcome = session.run(step.text)
    observer.didRun(outcome)
    guard !outcome.wasSkipped else {
      run.result.counts.skipped += 1
      recordOutput(nil)
      return
    }
    run.result.counts.steps += 1
    let output = EventFormatter.lines(for: outcome)
    if let failure = outcome.failure {
      recordOutput(nil)
      stop(
        .diagnostic, step, code: failure.code.rawValue,
        MismatchFormatter.lines(forActual: output)
          + renamingHint(RenamingHint.line(for: failure, in: step, path: run.result.path))
          + commandsNotRun(below: step))
      return
    }
    recordOutput(output)
    compare(output, of: outcome, with: step)
    if let request = outcome.directive { handle(request, of: step) }
    // The lines of a script that is sourced have their time each.
    if case .source = outcome.directive { return }
    enforceTimeLimit(behind: step)
  }

  private mutating func handle(_ request: Outcome.Directive, of step: Script.Step) {
    switch request {
    case .skip(let why):
      isStopped = true
      run.result.status = run.result.failures.isEmpty ? .skipped(why) : .failed
    case .quit: hasQuit = true
    case .expectFailure(let why): expectedFailure = (why, step.lines.lowerBound)
    case .timeout(let limit):
      deadline = (.now + limit, limit)
      observer.didSetTimeLimit(limit)
    case .source(let name, let text): source(name, text, step)
    }
  }

  /// Ends a script whose time is over between two commands; one that does not come so far is for
  /// the watcher to end.
  private mutating func enforceTimeLimit(behind step: Script.Step) {
    guard let deadline, !isStopped, ContinuousClock.now > deadline.instant else { return }
    let limit = ValueSyntax().print(deadline.limit)
    run.result.status = .timedOut
    stop(.timeOut, step, code: "timed-out", ["timed-out: it did not end within \(limit)"])
  }

  /// The output of a step, which an update needs of the script's own.
  private mutating func recordOutput(_ output: [String]?) {
    if sources.isEmpty { run.outputs.append(output) } else { run.sourcedOutputs.append(output) }
  }

  /// Runs the lines of another script.
  private mutating func source(_ name: String, _ text: String, _ step: Script.Step) {
    let sourced: SourcedScript
    do throws(ScriptParseErrors) {
      sourced = try SourcedScript(name, text, of: &self)
    } catch {
      stop(
        .diagnostic, step, code: error.errors[0].code.rawValue,
        linesIgnoringCR(error.text(path: name)) + commandsNotRun(below: step))
      return
    }
    sources.append(sourced)
    positions.append(0)
  }
}

// MARK: - What is not as the script says

extension ScriptExecution {
  /// Tells of what no run compares; only of a script that did all that it says.
  mutating func findStaleExpectations(_ asked: ScriptFileSource.Reads) {
    run.result.reads = asked.files.sorted()
    let kinds: Set = [ScriptResult.Failure.Kind.mismatch, .uncompared]
    guard !isStopped, [.passed, .failed].contains(run.result.status),
      run.result.failures.allSatisfy({ kinds.contains($0.kind) })
    else { return }
    let ran = run.outputs.indices.filter { run.outputs[$0] != nil }
    let stale = StaleExpectations(script, ran: Set(ran), read: asked.sections).failures
    run.result.failures += stale
    if run.result.status == .passed, !stale.isEmpty { run.result.status = .stale }
  }

  private mutating func compare(_ output: [String], of outcome: Outcome, with step: Script.Step) {
    if let gutter = step.expectedOutput {
      var bindings = CaptureBindings(session.variableTexts)
      // The state is as it would be anyway: all that differs is shown.
      guard var mismatch = gutter.match(actual: output, bindings: &bindings) else {
        session.bind(bindings.values)
        return
      }
      mismatch.line += sources.last?.lineOffset ?? 0
      let renaming = RenamingHint.line(for: gutter, actual: output, path: run.result.path)
      fail(.mismatch, step, MismatchFormatter.lines(for: mismatch) + renamingHint(renaming))
    } else if !output.isEmpty, !isAssertedByCode(outcome) {
      run.result.counts.uncompared += 1
      guard isStrict || session.isStrict else { return }
      fail(
        .uncompared, step,
        MismatchFormatter.lines(forActual: output) + [
          "uncompared: the script is strict, and this output stands behind no '|'"
        ])
    }
  }

  /// Renamings are followed in the script itself, and not in what it sources.
  private func renamingHint(_ line: String?) -> [String] {
    sources.isEmpty ? line.map { [$0] } ?? [] : []
  }

  /// `! [code]` says all that is stable about a failure.
  private func isAssertedByCode(_ outcome: Outcome) -> Bool {
    guard case .code = outcome.line?.expectedFailure else { return false }
    return outcome.events.isEmpty
  }

  /// How many commands are left out of the script that a step belongs to.
  private func commandsNotRun(below step: Script.Step) -> [String] {
    let number = (sources.last?.script ?? script).steps.count {
      $0.lines.lowerBound > step.lines.lowerBound
    }
    switch number {
    case 0: return []
    case 1: return ["1 command below was not run"]
    default: return ["\(number) commands below were not run"]
    }
  }

  /// The end of a file is a `finish`.
  private mutating func runFinishCommand() {
    let outcome = session.run("finish")
    guard let failure = outcome.failure else { return }
    run.result.failures.append(
      .init(
        kind: .endOfFile, step: nil, line: max(1, script.lastCommandLine), phase: phase,
        command: "finish", code: failure.code.rawValue,
        report: MismatchFormatter.lines(forActual: EventFormatter.lines(for: outcome)) + [
          "at end of file, which is a 'finish'"
        ]))
  }

  /// Ends the script at a step: what stands below would only mislead.
  private mutating func stop(
    _ kind: ScriptResult.Failure.Kind, _ step: Script.Step, code: String, _ report: [String]
  ) {
    isStopped = true
    fail(kind, step, code: code, report)
  }

  private mutating func fail(
    _ kind: ScriptResult.Failure.Kind, _ step: Script.Step, code: String? = nil, _ report: [String]
  ) {
    let source = sources.last
    run.result.failures.append(
      .init(
        kind: kind, step: source == nil ? run.outputs.count - 1 : nil, file: source?.file,
        line: step.lines.lowerBound + (source?.lineOffset ?? 0), phase: phase,
        command: step.text, code: code, report: report + (source.map { [$0.trail] } ?? [])))
  }
}

extension Script {
  /// The last line of commands and gutters: sections below it have no part in a run.
  fileprivate var lastCommandLine: Int {
    sections.first.map { $0.line - 1 } ?? source.lines.count
  }
}

extension ScriptResult.Failure {
  /// Whether a line of a report says how much below it was not run.
  package static func isNotRunNotice(_ line: String) -> Bool {
    line.hasSuffix(" below was not run") || line.hasSuffix(" below were not run")
  }
}
