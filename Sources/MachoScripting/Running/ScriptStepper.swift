import MachoSessions

/// Goes through a script step by step in a session that a person can use in between.
package struct ScriptStepper {
  /// Why it stands still.
  package enum StopReason {
    /// A line is not as the script says.
    case failed(ScriptResult.Failure)
    /// It has come as far as it was to.
    case reached
    /// All of it was run.
    case finished
  }

  /// The session that the script runs in.
  package let session: Session
  private var execution: ScriptExecution
  private var isFinished = false
  /// Since when nothing of it runs: that is no time of the script's.
  private var pausedSince = ContinuousClock.now
  /// The failure at which it stands.
  private var failure: ScriptResult.Failure?

  /// Prepares to go through a script, as a test does.
  package init(
    _ script: Script, path: String, catalog: [any DrivenFeature],
    environment: [String: String] = [:], isStrict: Bool = false, watcher: ScriptRunner.Observer
  ) {
    session = Session(
      catalog: catalog, taking: .onReceive, files: ScriptFileSource(script, path: path),
      environment: environment)
    execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: isStrict, watcher: watcher)
  }

  /// What came of it so far.
  package var result: ScriptResult {
    var result = execution.run.result
    if !isFinished, case .passed = result.status, !result.failures.isEmpty {
      result.status = .failed
    }
    return result
  }

  /// The line that comes next, if there is one: 'continue' runs it.
  package var nextLine: Int? { isFinished ? nil : execution.nextLine }

  /// Whether it stands at a line that failed, which can be run again.
  package var isStoppedAtFailure: Bool { failure != nil }

  /// Goes on to the next line that fails, to a line of the script, or to its end.
  package mutating func run(to last: Int = .max) -> StopReason {
    resume { execution in
      execution.sources.isEmpty ? execution.nextLine.map { $0 <= last } ?? false : true
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

  /// Runs the line that failed again.
  package mutating func retry() -> StopReason {
    guard let failure else { return .reached }
    execution.removeFailure(failure)
    self.failure = nil
    if failure.kind == .endOfFile { return finish() }
    return step()
  }

  /// Runs commands while they are wanted and none fails; `nil` where none does.
  private mutating func resume(while isWanted: (ScriptExecution) -> Bool) -> StopReason? {
    guard !isFinished else { return .finished }
    if failure?.kind == .diagnostic {
      execution.isStopped = false
      execution.removeNotRunNotices()
    }
    failure = nil
    execution.deadline?.instant += .now - pausedSince
    defer { pausedSince = .now }
    let count = execution.run.result.failures.count
    execution.resume { isWanted($0) && $0.run.result.failures.count == count }
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
      // What is left over can be seen to, and the end come to again.
      execution.run.result.status = .passed
      failure = last
      return .failed(last)
    }
    isFinished = true
    return .finished
  }
}

extension ScriptExecution {
  /// The line of the command that comes next.
  fileprivate var nextLine: Int? {
    script.items[positions[0]...].lazy.compactMap { item in
      if case .step(let step) = item { step.lines.lowerBound } else { nil }
    }.first
  }

  /// What stands below the last failure is run after all.
  fileprivate mutating func removeNotRunNotices() {
    guard let last = run.result.failures.indices.last else { return }
    run.result.failures[last].report.removeAll(where: ScriptResult.Failure.isNotRunNotice)
  }

  /// Takes a failure back, so that its line can be run again.
  fileprivate mutating func removeFailure(_ failure: ScriptResult.Failure) {
    run.result.failures.removeLast()
    guard failure.kind != .endOfFile else { return }
    positions[positions.count - 1] -= 1
    run.result.counts.steps -= 1
    if sources.isEmpty { run.outputs.removeLast() } else { run.sourcedOutputs.removeLast() }
    isStopped = false
  }
}
