import MachoSessions

/// Goes through a script step by step in a session that a person can use in between.
package struct ScriptWalk {
  /// Why it stands still.
  package enum Stop {
    /// A line is not as the script says.
    case failed(ScriptResult.Failure)
    /// It has come as far as it was to.
    case reached
    /// All of it was run.
    case ended
  }

  /// The session that the script runs in.
  package let session: Session
  private var execution: ScriptExecution
  private var isEnded = false
  /// Since when nothing of it runs: that is no time of the script's.
  private var standsSince = ContinuousClock.now
  /// The failure at which it stands.
  private var failure: ScriptResult.Failure?

  /// Prepares to go through a script, as a test does.
  package init(
    _ script: Script, path: String, catalog: [any DrivenFeature],
    environment: [String: String] = [:], isStrict: Bool = false, watcher: Runner.Watcher
  ) {
    session = Session(
      catalog: catalog, taking: .whenNamed, files: ScriptFileSource(script, path: path),
      environment: environment)
    execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: isStrict, watcher: watcher)
  }

  /// What came of it so far.
  package var result: ScriptResult {
    var result = execution.run.result
    if !isEnded, case .passed = result.status, !result.failures.isEmpty { result.status = .failed }
    return result
  }

  /// The line that comes next, if there is one: 'continue' runs it.
  package var next: Int? { isEnded ? nil : execution.nextLine }

  /// Whether it stands at a line that failed, which can be run again.
  package var standsAtFailure: Bool { failure != nil }

  /// Goes on to the next line that fails, to a line of the script, or to its end.
  package mutating func go(to last: Int = .max) -> Stop {
    proceed { execution in
      execution.sources.isEmpty ? execution.nextLine.map { $0 <= last } ?? false : true
    } ?? (last < .max ? .reached : end())
  }

  /// Runs one command.
  package mutating func step() -> Stop {
    let count = execution.run.result.counts
    let isAtEnd = next == nil
    let stop = proceed { execution in
      let now = execution.run.result.counts
      return now.steps + now.skipped == count.steps + count.skipped
    }
    return stop ?? (isAtEnd ? end() : .reached)
  }

  /// Runs the line that failed again.
  package mutating func again() -> Stop {
    guard let failure else { return .reached }
    execution.forget(failure)
    self.failure = nil
    if failure.kind == .endOfFile { return end() }
    return step()
  }

  /// Runs commands while they are wanted and none fails; `nil` where none does.
  private mutating func proceed(while isWanted: (ScriptExecution) -> Bool) -> Stop? {
    guard !isEnded else { return .ended }
    if failure?.kind == .diagnostic {
      execution.isOver = false
      execution.forgetWhatWasNotRun()
    }
    failure = nil
    execution.deadline?.instant += .now - standsSince
    defer { standsSince = .now }
    let count = execution.run.result.failures.count
    execution.proceed { isWanted($0) && $0.run.result.failures.count == count }
    guard execution.run.result.failures.count > count else { return nil }
    failure = execution.run.result.failures.last
    return failure.map(Stop.failed)
  }

  private mutating func end() -> Stop {
    guard !isEnded else { return .ended }
    let count = execution.run.result.failures.count
    execution.end()
    let failures = execution.run.result.failures
    if failures.count > count, failures.last?.kind == .endOfFile, let last = failures.last {
      // What is left over can be seen to, and the end come to again.
      execution.run.result.status = .passed
      failure = last
      return .failed(last)
    }
    isEnded = true
    return .ended
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
  fileprivate mutating func forgetWhatWasNotRun() {
    guard let last = run.result.failures.indices.last else { return }
    run.result.failures[last].report.removeAll(where: ScriptResult.Failure.tellsOfRest)
  }

  /// Takes a failure back, so that its line can be run again.
  fileprivate mutating func forget(_ failure: ScriptResult.Failure) {
    run.result.failures.removeLast()
    guard failure.kind != .endOfFile else { return }
    positions[positions.count - 1] -= 1
    run.result.counts.steps -= 1
    if sources.isEmpty { run.outputs.removeLast() } else { run.sourced.removeLast() }
    isOver = false
  }
}
