import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem

extension ScriptRequest {
  /// How many seconds after the parent's deadline the process terminates itself.
  private static let grace: UInt32 = 60

  /// Runs the script in this process, which is dedicated to it, and writes the report. Standard
  /// output is redirected to standard error.
  func run(_ catalog: [any DrivenFeature], environment: [String: String], report: Int32) {
    // If the parent is killed, nothing else would stop an endless loop.
    Self.scheduleAlarm(after: limit)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    CrashSignalHandler.install(report: report)
    let coverage = wantsCoverage ? SuiteCoverage(catalog) : nil
    let catalog = variant.map { FeatureVariants(variants).catalog(catalog, with: $0) } ?? catalog
    let runner = ScriptRunner(
      catalog: catalog, environment: environment, isStrict: isStrict,
      resumesInPhases: wantsOutputs, coverage: coverage)
    let recorder = TimelineRecorder { write(ChildReport.text(event: $1), to: report) }
    let firstRunner =
      wantsTimeline
      ? ScriptRunner(
        catalog: catalog, environment: environment, isStrict: isStrict,
        resumesInPhases: wantsOutputs, timeline: recorder, coverage: coverage)
      : runner
    let observer = ScriptRunner.Observer(
      willRunLine: { write(ChildReport.text(line: $0), to: report) },
      willRunSourcedStep: { write(ChildReport.text(sourced: $0), to: report) },
      didSetTimeLimit: { limit in
        write(ChildReport.text(limit: limit), to: report)
        // The parent, if it is alive, terminates this process first.
        Self.scheduleAlarm(after: UInt32(min(limit.components.seconds + 1, 1_000_000)))
      })
    let runAgain = { runner.run(path: path, caseAt: caseLine) }
    #if MACHO_LINUX
      let freshRuns = repetitions > 1 ? FreshRuns(run: runAgain) : nil
      defer { freshRuns?.end() }
    #endif
    var run =
      if let schedules {
        firstRunner.run(path: path, caseAt: caseLine, plan: schedules, observer: observer) {
          schedule in
          write(ChildReport.startOfOrder, to: report)
          // The parent names the order in which this process crashes or hangs.
          schedule.onChoice = { write(ChildReport.text(choice: $0), to: report) }
        }
      } else {
        firstRunner.run(path: path, caseAt: caseLine, observer: observer)
      }
    for repetition in stride(from: 2, through: repetitions, by: 1) {
      #if MACHO_LINUX
        let repeated = freshRuns?.next(path: path) ?? runAgain()
      #else
        let repeated = runAgain()
      #endif
      guard repeated.differs(from: run) else { continue }
      run.result = .notDeterministic(run, repeated, repetition)
      break
    }
    run.result.coverage = coverage?.report
    run.result.transcript = run.transcriptHash
    if wantsTimeline, run.result.status == .passed { writeSwiftTest(catalog, environment, report) }
    if !wantsOutputs { (run.outputs, run.sourcedOutputs) = ([], []) }
    write(ChildReport.text(run), to: report)
  }

  /// Writes the script as a Swift test, for the page of a report.
  private func writeSwiftTest(
    _ catalog: [any DrivenFeature], _ environment: [String: String], _ report: Int32
  ) {
    guard let bytes = try? ScriptFiles.read(path),
      let script = try? ScriptParser.parse(bytes).run(ofCaseAt: caseLine)
    else { return }
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let export = ScriptExport(
      script, path: path, name: name, catalog: catalog, environment: environment)
    write(ChildReport.text(event: export.swiftEvent.text), to: report)
  }

  private static func scheduleAlarm(after seconds: UInt32) {
    alarm(seconds.addingReportingOverflow(grace).partialValue)
  }
}

extension ScriptRun {
  fileprivate func differs(from other: ScriptRun) -> Bool {
    outputs != other.outputs || sourcedOutputs != other.sourcedOutputs
      || result.failures != other.result.failures
  }
}

extension ScriptResult {
  /// Returns the result of a script whose runs differ.
  fileprivate static func notDeterministic(_ first: ScriptRun, _ other: ScriptRun, _ number: Int)
    -> ScriptResult
  {
    var result = first.result
    result.status = .failed
    let index = zip(first.outputs, other.outputs).enumerated().first { $1.0 != $1.1 }?.offset
    let report = [first, other].flatMap { run in
      [StyledLine("run \(run.outputs == first.outputs ? 1 : number):")]
        + (index.flatMap { run.outputs[$0]?.map { StyledLine($0.text) } }
          ?? run.result.failures.flatMap(\.report))
    }
    result.failures = [
      .init(
        kind: .notDeterministic, step: index, line: 1, phase: nil,
        command: "run \(number) differs from run 1", code: "not-deterministic",
        message: "runs of the script differ",
        report: report + [
          StyledLine("not-deterministic: runs of the script differ", .problem)
        ])
    ]
    return result
  }
}
