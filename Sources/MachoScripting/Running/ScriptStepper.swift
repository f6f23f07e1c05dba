import MachoReporting
import MachoSessions

/// Runs a script step by step. Between steps the user can run commands in its session.
package struct ScriptStepper {
  /// The reason why the stepper stopped.
  package enum StopReason {
    /// A line failed.
    case failed(ScriptResult.Failure)
    /// The requested line was reached.
    case reached
    /// The whole script was run.
    case finished
  }

  /// The session of the script.
  package let session: Session
  private var execution: ScriptExecution
  private let files: ScriptFileSource
  private var isFinished = false
  /// The start of the current pause. Pauses do not count toward the script's time limit.
  private var pausedSince = ContinuousClock.now
  /// The failure at which the stepper stopped.
  private var failure: ScriptResult.Failure?

  /// Creates a stepper that runs a script as a test would.
  package init(
    _ script: Script, path: String, catalog: [any DrivenFeature],
    environment: [String: String] = [:], isStrict: Bool = false, observer: ScriptRunner.Observer
  ) {
    files = ScriptFileSource(script, path: path)
    session = Session(
      catalog: catalog, receiveMode: .onReceive, files: files, environment: environment)
    execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: isStrict, observer: observer)
  }

  /// The result so far.
  package var result: ScriptResult {
    var result = execution.run.result
    if !isFinished, case .passed = result.status, !result.failures.isEmpty {
      result.status = .failed
    }
    return result
  }

  /// The next line to run. `nil` at the end of the script.
  package var nextLine: Int? { isFinished ? nil : execution.nextLine }

  /// The script.
  package var script: Script { execution.script }

  /// The actual output of each step of the script so far. `nil` for a step that failed or was skipped.
  package var outputs: [[OutputLine]?] { execution.run.outputs }

  /// Whether the next command belongs to a script that the script sources.
  package var isInSourcedScript: Bool { execution.loop.sourcedStep != nil }

  /// The position of the next command, if it belongs to a script that the script sources. `file` is
  /// `nil` for a section of the script.
  package var sourcedPosition: (name: String, file: String?, line: Int)? {
    execution.loop.sourcedStep.map { script, step in
      (script.name, script.file, step.lines.lowerBound + script.lineOffset)
    }
  }

  /// Adds the failures of stale expectations to the result. Call it after the script has finished.
  package mutating func findStaleExpectations() {
    execution.findStaleExpectations(files.recordedReads)
  }

  /// Continues with another version of the script. Returns `false` if what has run is different in
  /// it; the script must then run from its start.
  package mutating func continueWith(_ script: Script) -> Bool {
    execution.replaceScript(script)
  }

  /// The step and the actual output of the failed line, if only its expectation failed.
  package var unexpectedOutput: (step: Int, lines: [OutputLine])? {
    guard let failure, [.mismatch, .uncompared].contains(failure.kind), failure.file == nil,
      let step = failure.step, let output = execution.run.outputs[step]
    else { return nil }
    return (step, output)
  }

  /// Whether the stepper stopped at a failed line, which `retry()` can run again.
  package var isStoppedAtFailure: Bool { failure != nil }

  /// Passes over the commands above a line without running them.
  package mutating func skip(toLine line: Int) {
    failure = nil
    execution.isStopped = false
    execution.skip(toLine: line)
  }

  /// Runs up to and including line `last`, the next failure, or the end of the script.
  package mutating func run(to last: Int = .max) -> StopReason {
    resume { execution in
      execution.loop.source != nil || execution.nextLine.map { $0 <= last } ?? false
    } ?? (last < .max ? .reached : finish())
  }

  /// Runs one command.
  package mutating func step() -> StopReason {
    let count = execution.run.result.counts
    let isAtEnd = nextLine == nil
    let stop = resume { execution in
      let now = execution.run.result.counts
      return now.steps + now.skipped == count.steps + count.skipped
    }
    return stop ?? (isAtEnd ? finish() : .reached)
  }

  /// Runs the failed line again.
  package mutating func retry() -> StopReason {
    guard let failure else { return .reached }
    execution.removeFailure(failure)
    self.failure = nil
    if failure.kind == .endOfFile { return finish() }
    return step()
  }

  /// Removes the failure of a line whose output was accepted.
  package mutating func removeAcceptedFailure() {
    guard unexpectedOutput != nil else { return }
    execution.run.result.failures.removeLast()
    failure = nil
  }

  /// Runs commands while `condition` holds. Returns `nil` if no command failed.
  private mutating func resume(while condition: (ScriptExecution) -> Bool) -> StopReason? {
    guard !isFinished else { return .finished }
    if failure?.kind == .diagnostic {
      execution.isStopped = false
      execution.removeNotRunNotices()
    }
    failure = nil
    execution.deadline?.instant += .now - pausedSince
    defer { pausedSince = .now }
    let count = execution.run.result.failures.count
    execution.resume { condition($0) && $0.run.result.failures.count == count }
    guard execution.run.result.failures.count > count else { return nil }
    failure = execution.run.result.failures.last
    return failure.map(StopReason.failed)
  }

  private mutating func finish() -> StopReason {
    guard !isFinished else { return .finished }
    let count = execution.run.result.failures.count
    execution.finish()
    let failures = execution.run.result.failures
    if failures.count > count, failures.last?.kind == .endOfFile, let last = failures.last {
      // The user can handle the pending work and retry.
      execution.run.result.status = .passed
      failure = last
      return .failed(last)
    }
    isFinished = true
    return .finished
  }
}

extension ScriptExecution {
  /// The line of the next command.
  fileprivate var nextLine: Int? {
    script.items[position...].lazy.compactMap { item in
      if case .step(let step) = item { script.steps[step].lines.lowerBound } else { nil }
    }.first
  }

  /// Clears the number of commands that the last failure kept from running, because they run now.
  fileprivate mutating func removeNotRunNotices() {
    guard let last = run.result.failures.indices.last else { return }
    run.result.failures[last].commandsNotRun = 0
  }
}
