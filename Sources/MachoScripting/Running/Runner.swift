import MachoReporting
import MachoSessions

/// Runs scripts as tests: a session for each, a received action taken when the script names it.
package struct Runner {
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let isStrict: Bool

  /// Makes a runner over some features.
  package init(
    catalog: [any DrivenFeature], environment: [String: String] = [:], isStrict: Bool = false
  ) {
    self.catalog = catalog
    self.environment = environment
    self.isStrict = isStrict
  }

  /// Reads a script and runs it. `willRun` is told the line of each command before it is run, so that
  /// a parent process knows where a crash was.
  package func run(path: String, willRun: (Int) -> Void = { _ in }) -> ScriptRun {
    do throws(FileError) {
      let bytes = try ScriptFiles.read(path)
      do throws(ScriptErrors) {
        return run(try ScriptCheck.parse(bytes), path: path, willRun: willRun)
      } catch {
        return ScriptRun(result: ScriptResult(path: path, status: .unparsable(error.errors)))
      }
    } catch {
      return ScriptRun(result: ScriptResult(path: path, status: .unreadable(error.description)))
    }
  }

  /// Runs a script that was read before.
  package func run(
    _ script: Script, path: String, willRun: (Int) -> Void = { _ in }
  ) -> ScriptRun {
    let files = ScriptFileSource(script, path: path)
    let session = Session(
      catalog: catalog, taking: .whenNamed, files: files, environment: environment)
    var execution = ScriptExecution(session: session, path: path, isStrict: isStrict)
    let clock = ContinuousClock()
    let start = clock.now
    execution.run(script, willRun: willRun)
    execution.findStale(script, files.record)
    execution.run.result.duration = start.duration(to: clock.now)
    return execution.run
  }
}

/// One run of one script.
private struct ScriptExecution {
  let session: Session
  let isStrict: Bool
  var run: ScriptRun
  private var phase: String?
  private var bindings = Bindings()
  private var isOver = false
  /// Whether the script left its rest out; what it did is accounted for all the same.
  private var hasQuit = false

  init(session: Session, path: String, isStrict: Bool) {
    self.session = session
    self.isStrict = isStrict
    run = ScriptRun(result: ScriptResult(path: path, status: .passed))
  }

  mutating func run(_ script: Script, willRun: (Int) -> Void) {
    for item in script.items where !isOver && !hasQuit {
      switch item {
      case .phase(let next):
        phase = next.title
        run.result.phases.append(.init(title: next.title, line: next.line))
      case .step(let step):
        willRun(step.lines.lowerBound)
        run(step, of: script)
      }
    }
    if !isOver, !session.isFinished {
      willRun(script.source.lines.count)
      finish(script)
    }
    if run.result.status == .passed, !run.result.failures.isEmpty { run.result.status = .failed }
  }

  private mutating func run(_ step: Script.Step, of script: Script) {
    let outcome = session.run(step.text)
    guard !outcome.wasSkipped else {
      run.result.counts.skipped += 1
      run.outputs.append(nil)
      return
    }
    run.result.counts.steps += 1
    let output = EventText.lines(for: outcome)
    if let failure = outcome.failure {
      // What stands below would only mislead.
      isOver = true
      run.outputs.append(nil)
      fail(
        .diagnostic, step, code: failure.code.rawValue,
        MismatchText.lines(forActual: output) + notRun(below: step, of: script))
      return
    }
    run.outputs.append(output)
    compare(output, of: outcome, with: step)
    switch outcome.request {
    case .skip(let why):
      isOver = true
      run.result.status = run.result.failures.isEmpty ? .skipped(why) : .failed
    case .quit: hasQuit = true
    case nil: break
    }
  }

  /// Tells of what no run compares; only of a script that did all that it says.
  mutating func findStale(_ script: Script, _ asked: ScriptFileSource.Asked) {
    run.result.reads = asked.files.sorted()
    guard !isOver, !run.result.failures.contains(where: { $0.kind == .endOfFile }) else { return }
    let ran = run.outputs.indices.filter { run.outputs[$0] != nil }
    let stale = StaleExpectations(script, ran: Set(ran), read: asked.sections).failures
    run.result.failures += stale
    if run.result.status == .passed, !stale.isEmpty { run.result.status = .stale }
  }

  private func notRun(below step: Script.Step, of script: Script) -> [String] {
    let number = script.steps.count { $0.lines.lowerBound > step.lines.lowerBound }
    switch number {
    case 0: return []
    case 1: return ["1 command below was not run"]
    default: return ["\(number) commands below were not run"]
    }
  }

  private mutating func compare(_ output: [String], of outcome: Outcome, with step: Script.Step) {
    if let gutter = step.gutter {
      // The state is as it would be anyway: all that differs is shown.
      guard let mismatch = gutter.match(actual: output, bindings: &bindings) else { return }
      fail(.mismatch, step, MismatchText.lines(for: mismatch))
    } else if !output.isEmpty, !isAssertedByItsCode(outcome) {
      run.result.counts.uncompared += 1
      guard isStrict || session.isStrict else { return }
      fail(
        .uncompared, step,
        MismatchText.lines(forActual: output) + [
          "uncompared: the script is strict, and this output stands behind no '|'"
        ])
    }
  }

  /// `! [code]` says all that is stable about a failure.
  private func isAssertedByItsCode(_ outcome: Outcome) -> Bool {
    guard case .code = outcome.line?.expectedFailure else { return false }
    return outcome.events.isEmpty
  }

  /// The end of a file is a `finish`.
  private mutating func finish(_ script: Script) {
    let outcome = session.run("finish")
    guard let failure = outcome.failure else { return }
    run.result.failures.append(
      .init(
        kind: .endOfFile, step: nil, line: max(1, script.lastCommandLine), phase: phase,
        command: "finish", code: failure.code.rawValue,
        report: MismatchText.lines(forActual: EventText.lines(for: outcome)) + [
          "at end of file, which is a 'finish'"
        ]))
  }

  private mutating func fail(
    _ kind: ScriptResult.Failure.Kind, _ step: Script.Step, code: String? = nil, _ report: [String]
  ) {
    run.result.failures.append(
      .init(
        kind: kind, step: run.outputs.count - 1, line: step.lines.lowerBound, phase: phase,
        command: step.text, code: code, report: report))
  }
}

extension Script {
  /// The last line of commands and gutters: sections below it have no part in a run.
  fileprivate var lastCommandLine: Int {
    sections.first.map { $0.line - 1 } ?? source.lines.count
  }
}
