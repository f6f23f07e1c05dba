import Foundation
import MachoScripting
import MachoSessions
import MachoStreams

extension ScriptRequest {
  /// How much later than its parent would end it the process ends by itself.
  private static let grace: UInt32 = 60

  /// Does what is asked for, in a process that has nothing else to do, and reports on it. What a
  /// feature prints goes to standard error.
  func run(_ catalog: [any DrivenFeature], environment: [String: String], report: Int32) {
    // Should the parent be killed, nobody else would end a loop.
    Self.scheduleAlarm(after: limit)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    CrashSignalHandler.install(report: report)
    let runner = ScriptRunner(
      catalog: variant.map { FeatureVariants(variants).catalog(catalog, with: $0) } ?? catalog,
      environment: environment, isStrict: isStrict)
    var run = runner.run(
      path: path,
      watcher: ScriptRunner.Observer(
        willRun: { write(ChildReport.text(line: $0), to: report) },
        willSource: { write(ChildReport.text(sourced: $0), to: report) },
        limit: { limit in
          write(ChildReport.text(limit: limit), to: report)
          // The parent ends this process first, if there is one.
          Self.scheduleAlarm(after: UInt32(min(limit.components.seconds + 1, 1_000_000)))
        }))
    for repetition in stride(from: 2, through: repetitions, by: 1) {
      let again = runner.run(path: path)
      guard again.differs(from: run) else { continue }
      run.result = .notDeterministic(run, again, repetition)
      break
    }
    run.result.transcript = run.transcriptHash
    if !wantsOutputs { run.outputs = [] }
    run.sourcedOutputs = []
    write(ChildReport.text(run), to: report)
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
  /// The result of a script whose runs differ.
  fileprivate static func notDeterministic(_ first: ScriptRun, _ other: ScriptRun, _ number: Int)
    -> ScriptResult
  {
    var result = first.result
    result.status = .failed
    let index = zip(first.outputs, other.outputs).enumerated().first { $1.0 != $1.1 }?.offset
    let report = [first, other].flatMap { run in
      ["run \(run.outputs == first.outputs ? 1 : number):"]
        + (index.flatMap { run.outputs[$0] } ?? run.result.failures.flatMap(\.report))
    }
    result.failures = [
      .init(
        kind: .notDeterministic, step: index, line: 1, phase: nil,
        command: "run \(number) differs from run 1", code: "not-deterministic",
        report: report + ["not-deterministic: the runs of one script differ"])
    ]
    return result
  }
}
