import ArgumentParser
import Foundation
import MachoScripting
import MachoSessions

/// The other side of `ScriptChild`: runs one script and reports on what was standard output.
struct ChildCommand: ParsableCommand {
  static let name = "run-in-child"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  @Argument var path: String
  @Flag var strict = false
  @Option(name: .customLong("repeat")) var repetitions = 1
  /// Whether the parent wants the output of each step.
  @Flag var outputs = false
  /// The features that have to do the same, and which of them stands in for all.
  @Option var across: String?
  @Option var variant: String?
  /// After how many seconds the parent ends this process.
  @Option(name: .customLong("guard")) var limit: UInt32?

  /// How much later the process ends by itself.
  private static let grace: UInt32 = 60

  func run() throws {
    // Should the parent be killed, nobody else would end a loop.
    if let limit { alarm(limit.addingReportingOverflow(Self.grace).partialValue) }
    // What a feature prints must not get into the report, and no process that it starts gets it.
    let descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100)
    let report = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    CrashMark.install(report: descriptor)
    let runner = Runner(
      catalog: catalog, environment: ProcessInfo.processInfo.environment, isStrict: strict)
    var run = runner.run(
      path: path,
      watcher: Runner.Watcher(
        willRun: { report.write(Data(ChildReport.text(line: $0).utf8)) },
        willSource: { report.write(Data(ChildReport.text(sourced: $0).utf8)) },
        limit: { limit in
          report.write(Data(ChildReport.text(limit: limit).utf8))
          // The parent ends this process first, if there is one.
          let seconds = UInt32(min(limit.components.seconds + 1, 1_000_000))
          alarm(seconds.addingReportingOverflow(Self.grace).partialValue)
        }))
    if repetitions > 1 {
      for repetition in 2...repetitions {
        let again = runner.run(path: path)
        if again.differs(from: run) {
          run.result = .notDeterministic(run, again, repetition)
          break
        }
      }
    }
    run.result.transcript = run.transcriptHash
    if !outputs { run.outputs = [] }
    run.sourced = []
    report.write(Data(try ChildReport.text(run).utf8))
  }

  private var catalog: [any DrivenFeature] {
    guard let across, let variant else { return Catalog.all }
    let names = across.split(separator: ",").map(String.init)
    return Variants(names).catalog(Catalog.all, with: variant)
  }
}

extension ScriptRun {
  fileprivate func differs(from other: ScriptRun) -> Bool {
    outputs != other.outputs || sourced != other.sourced
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
