import MachoReporting
import MachoSessions

/// Runs scripts as tests: a session for each, a received action taken when the script names it.
package struct ScriptRunner {
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

  /// Who is told how a script gets on while it runs: a parent process, so that it knows where a
  /// crash was, and when to end what does not end.
  package struct Observer {
    /// Told the line of each command before it is run, counted from 1.
    package var willRunLine: (Int) -> Void
    /// Told each command before it is run, those of sourced scripts too.
    package var willRunStep: (Script.Step) -> Void
    /// Told what came of each of them.
    package var didRun: (Outcome) -> Void
    /// Told the place and the text of each command of a script that the script sources.
    package var willRunSourcedStep: (String) -> Void
    /// Told how long the script may take from here on.
    package var didSetTimeLimit: (Duration) -> Void

    /// Makes a watcher.
    package init(
      willRun: @escaping (Int) -> Void = { _ in },
      willTake: @escaping (Script.Step) -> Void = { _ in },
      didRun: @escaping (Outcome) -> Void = { _ in },
      willSource: @escaping (String) -> Void = { _ in },
      limit: @escaping (Duration) -> Void = { _ in }
    ) {
      self.willRunLine = willRun
      self.willRunStep = willTake
      self.didRun = didRun
      self.willRunSourcedStep = willSource
      self.didSetTimeLimit = limit
    }
  }

  /// Reads a script and runs it.
  package func run(path: String, watcher: Observer = Observer()) -> ScriptRun {
    do throws(FileError) {
      let bytes = try ScriptFiles.read(path)
      do throws(ScriptParseErrors) {
        return run(try ScriptValidator.parse(bytes), path: path, watcher: watcher)
      } catch {
        return ScriptRun(result: ScriptResult(path: path, status: .unparsable(error.errors)))
      }
    } catch {
      return ScriptRun(result: ScriptResult(path: path, status: .unreadable(error.description)))
    }
  }

  /// Runs a script that was read before.
  package func run(_ script: Script, path: String, watcher: Observer = Observer()) -> ScriptRun {
    let files = ScriptFileSource(script, path: path)
    let session = Session(
      catalog: catalog, taking: .onReceive, files: files, environment: environment)
    var execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: isStrict, watcher: watcher)
    let clock = ContinuousClock()
    let start = clock.now
    execution.runToEnd()
    execution.findStaleExpectations(files.recordedReads)
    execution.run.result.duration = start.duration(to: clock.now)
    return execution.run
  }
}
