import MachoReporting
import MachoScripting
import MachoSessions

/// A run of a debugged script, with what its commands printed.
final class DebuggedRun {
  /// A failure at which a script can stop.
  struct Failure {
    var code: String
    var message: String
    /// The line, counted from 1.
    var line: Int
    /// The lines of the report.
    var report: String
  }

  private final class Progress {
    var position = 0
    var line = 1
    var isQuiet = false
    var elapsed = Duration.zero
  }

  private let progress = Progress()
  private var stepper: ScriptStepper
  /// The failure of the last command.
  private(set) var failure: Failure?
  private(set) var isFinished = false
  private var hasQuit = false

  /// Creates a run. It calls `willRun` with line and position before each command, and `output` with
  /// the text of each.
  init(
    _ script: Script, path: String, catalog: [any DrivenFeature], environment: [String: String],
    isStrict: Bool, willRun: @escaping (Int, Int) -> Void, output: @escaping (String) -> Void
  ) {
    let progress = progress
    stepper = ScriptStepper(
      script, path: path, catalog: catalog, environment: environment, isStrict: isStrict,
      observer: ScriptRunner.Observer(
        willRunLine: {
          progress.line = $0
          willRun($0, progress.position)
        },
        willRunStep: { step in
          if !progress.isQuiet { output(step.text + "\n") }
        },
        didRun: { outcome in
          guard !progress.isQuiet else { return }
          let lines = OutcomeFormatter.scriptLines(for: outcome)
          if !lines.isEmpty { output(lines.map { $0.text + "\n" }.joined()) }
        }))
    stepper.session.journal = Journal { progress.elapsed += $0.elapsed }
  }

  var session: Session { stepper.session }

  /// The number of commands that have run.
  var position: Int { progress.position }

  /// Whether nothing is reported. Commands that lead to an earlier position are not shown again.
  var isQuiet: Bool {
    get { progress.isQuiet }
    set { progress.isQuiet = newValue }
  }

  /// The time by which the clocks have advanced.
  var elapsed: Duration { progress.elapsed }

  var nextLine: Int? { hasQuit ? nil : stepper.nextLine }
  /// The line of the `source` command whose script runs, or of the next command.
  var mainLine: Int? { isInSourcedScript ? progress.line : nextLine }
  var sourcedPosition: (name: String, file: String?, line: Int)? { stepper.sourcedPosition }
  var isInSourcedScript: Bool { stepper.isInSourcedScript }
  var hasNext: Bool { nextLine != nil || !hasQuit && isInSourcedScript }
  var passed: Bool { isFinished && stepper.result.status == .passed }
  var report: String {
    PrettyReporter.lines(for: stepper.result).map(\.text).joined(separator: "\n") + "\n"
  }

  /// Runs the next command.
  func step() {
    let before = (stepper.nextLine, stepper.result.counts)
    let stop = stepper.step()
    progress.position += 1
    setFailure(stop)
    // After 'quit' or 'skip' no command runs.
    if case .reached = stop, before == (stepper.nextLine, stepper.result.counts) { hasQuit = true }
  }

  /// Runs the checks of the script's end.
  func finish() {
    guard !isFinished else { return }
    let stop = hasQuit ? stepper.run() : stepper.step()
    setFailure(stop)
    if case .finished = stop { isFinished = true }
  }

  private func setFailure(_ stop: ScriptStepper.StopReason) {
    failure = nil
    guard case .failed(let failed) = stop else { return }
    failure = Failure(
      code: failed.code ?? failed.kind.rawValue,
      message: failed.message ?? "the output differs from the expected output",
      line: failed.file == nil && failed.step != nil ? failed.line : progress.line,
      report: failed.report.map(\.text).joined(separator: "\n"))
  }

  /// Runs a line that the user enters, and those that it sources. Returns the outcomes, and the first
  /// failure.
  func run(_ line: Line) -> (outcomes: [Outcome], failure: Diagnostic?) {
    var loop = CommandLoop(session)
    var outcomes: [Outcome] = []
    var failure: Diagnostic?
    loop.runEntry(line) { _, result in
      outcomes.append(result.outcome)
      failure = failure ?? result.failure
      return failure == nil
    }
    return (outcomes, failure)
  }

  /// Repeats what the user did.
  func apply(_ intervention: DebugIntervention) {
    switch intervention.kind {
    case .line(let line): _ = run(line)
    case .skip(let line): stepper.skip(toLine: line)
    }
  }
}
