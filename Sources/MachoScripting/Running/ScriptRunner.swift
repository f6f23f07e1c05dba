import MachoSessions
import MachoSystem

/// Runs scripts as tests. Each script has its own session, in which `receive` asserts received
/// actions.
package struct ScriptRunner {
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let isStrict: Bool
  private let resumesInPhases: Bool
  private let timeline: TimelineRecorder?
  private let coverage: SuiteCoverage?

  /// Creates a runner for scripts that use the features of `catalog`.
  ///
  /// - Parameters:
  ///   - resumesInPhases: Whether a script continues after a failed command, in the next phase that does
  ///     not depend on it. Default: `false` (it stops).
  ///   - timeline: Receives the events of the sessions. Default: `nil` (no events are built).
  ///   - coverage: Observes all runs. Default: none.
  package init(
    catalog: [any DrivenFeature], environment: [String: String] = [:], isStrict: Bool = false,
    resumesInPhases: Bool = false, timeline: TimelineRecorder? = nil,
    coverage: SuiteCoverage? = nil
  ) {
    self.catalog = catalog
    self.environment = environment
    self.isStrict = isStrict
    self.resumesInPhases = resumesInPhases
    self.timeline = timeline
    self.coverage = coverage
  }

  /// Callbacks about the progress of a script. The parent process uses them to locate a crash and to
  /// end a script that exceeds its time limit.
  package struct Observer {
    /// Called with the line of each command of the script before it runs, counted from 1.
    package var willRunLine: (Int) -> Void
    /// Called before each command runs, including those of sourced scripts.
    package var willRunStep: (Script.Step) -> Void
    /// Called with the outcome of each command, including those of sourced scripts.
    package var didRun: (Outcome) -> Void
    /// Called with the location and text of each sourced command before it runs.
    package var willRunSourcedStep: (String) -> Void
    /// Called when `timeout` sets a time limit for the rest of the script.
    package var didSetTimeLimit: (Duration) -> Void

    /// Creates an observer. Default: callbacks that do nothing.
    package init(
      willRunLine: @escaping (Int) -> Void = { _ in },
      willRunStep: @escaping (Script.Step) -> Void = { _ in },
      didRun: @escaping (Outcome) -> Void = { _ in },
      willRunSourcedStep: @escaping (String) -> Void = { _ in },
      didSetTimeLimit: @escaping (Duration) -> Void = { _ in }
    ) {
      self.willRunLine = willRunLine
      self.willRunStep = willRunStep
      self.didRun = didRun
      self.willRunSourcedStep = willRunSourcedStep
      self.didSetTimeLimit = didSetTimeLimit
    }
  }

  /// Reads and runs the script at a path, or one case of a specification.
  ///
  /// - Parameters:
  ///   - caseLine: The line of the case's heading. Default: `nil` (the script is no specification).
  ///   - schedule: The order of ready jobs. Default: first in, first out.
  package func run(
    path: String, caseAt caseLine: Int? = nil, observer: Observer = Observer(),
    schedule: Schedule? = nil
  ) -> ScriptRun {
    do throws(FileError) {
      let bytes = try ScriptFiles.read(path)
      let whole: Script
      do throws(ScriptParseErrors) {
        whole = try ScriptValidator.parse(bytes, catalog: catalog)
      } catch {
        return ScriptRun(result: ScriptResult(path: path, status: .unparsable(error.errors)))
      }
      guard let script = whole.run(ofCaseAt: caseLine) else {
        throw FileError("run a case of", path, reason: "the file changed after it was read")
      }
      return run(script, path: path, observer: observer, schedule: schedule)
    } catch {
      return ScriptRun(result: ScriptResult(path: path, status: .unreadable(error.description)))
    }
  }

  /// Runs a parsed script. It may read `files`. Default: all files in its directory.
  package func run(
    _ script: Script, path: String, files directory: DirectoryFiles? = nil,
    observer: Observer = Observer(), schedule: Schedule? = nil
  ) -> ScriptRun {
    let files = ScriptFileSource(script, path: path, files: directory)
    let session = Session(
      catalog: catalog, receiveMode: .onReceive, files: files, environment: environment)
    session.schedule = schedule
    var execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: isStrict,
      resumesInPhases: resumesInPhases, observer: observer, timeline: timeline)
    coverage?.observe(session)
    let clock = ContinuousClock()
    let start = clock.now
    execution.runToEnd()
    execution.findStaleExpectations(files.recordedReads)
    execution.run.result.duration = start.duration(to: clock.now)
    return execution.run
  }
}
