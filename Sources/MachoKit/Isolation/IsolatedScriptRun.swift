import Foundation
import MachoScripting
import MachoValues

/// Runs one script in a child process, so that a trap, an endless loop or global state costs that
/// script alone.
struct IsolatedScriptRun: Sendable {
  let isStrict: Bool
  let repetitions: Int
  let limit: Duration
  let backtraceLimit: Duration
  /// Where new expectations are to be written.
  let updater: ExpectationUpdater?
  let interruption: InterruptSignal?
  let launcher: ScriptLauncher
  /// The features that have to do the same, if a script is to be run with each of them.
  var variants: [String] = []

  /// What came of a script with one of the features that it is run across.
  func result(of run: VariantRun) -> ScriptResult? {
    var child = self
    child.variant = run.variant
    guard var result = child.result(of: run.path) else { return nil }
    guard run.variant != nil else { return result }
    result.path = run.label
    // The report names both; what is to be looked at is a line of the file.
    for index in result.failures.indices where result.failures[index].file == nil {
      result.failures[index].file = run.path
    }
    return result
  }

  /// The one of them that is run.
  var variant: String?

  /// What came of a script, updated if that was asked for, and what waits beside it, be the script
  /// there or gone; nil if an interruption came first.
  private func result(of path: String) -> ScriptResult? {
    if interruption?.signal != nil { return nil }
    if let orphan = ScriptResult(orphanOf: path) { return orphan }
    var runs = 0
    let result =
      updater?.update(path: path) { path in
        defer { runs += 1 }
        return run(path, number: runs)
      } ?? run(path, number: 0).result
    return result.status == Self.interrupted ? nil : result.includingPending
  }

  /// Never reported: a script that was interrupted has no result.
  private static let interrupted = ScriptResult.Status.unreadable("interrupted")

  private func request(for path: String) -> ScriptRequest {
    let limit = (limit + backtraceLimit).components.seconds
    var request = ScriptRequest(path: path, limit: UInt32(limit))
    request.isStrict = isStrict
    request.repetitions = repetitions
    request.wantsOutputs = updater != nil
    request.variants = variants
    request.variant = variant
    return request
  }

  /// Runs the script, for the how manieth time, counted from 0.
  private func run(_ path: String, number: Int) -> ScriptRun {
    let watch = ProcessMonitor(
      limit: limit, backtraceLimit: backtraceLimit, interruption: interruption)
    let start = ContinuousClock.now
    while true {
      var report = ChildReport(path: path)
      do {
        let process = try launcher.start(request(for: path), run: number)
        // Of a process whose server is gone nobody knows anything, and the next has none.
        guard let (ending, errors) = watch.waitForExit(process, &report) else { continue }
        return report.run
          ?? ScriptRun(
            result: result(of: path, ending, report, errors, ContinuousClock.now - start))
      } catch {
        return ScriptRun(
          result: ScriptResult(path: path, status: .unreadable("no process: \(error)")))
      }
    }
  }

  /// The result of a child that did not come to report one.
  private func result(
    of path: String, _ ending: ProcessMonitor.Termination, _ report: ChildReport,
    _ errors: StderrTail,
    _ duration: Duration
  ) -> ScriptResult {
    var result = ScriptResult(path: path, status: status(ending, report))
    result.duration = duration
    guard let line = report.line, ending != .interrupted else { return result }
    let script = (try? ScriptFiles.read(path)).flatMap { try? ScriptParser.parse($0) }
    let step = script?.steps.last { $0.lines.lowerBound <= line }
    let isAtEnd = step.map { $0.lines.lowerBound != line } ?? true
    let phases = script?.phases(before: line) ?? []
    result.phases = phases
    result.counts.steps = script?.steps.count { $0.lines.lowerBound <= line } ?? 0
    result.failures = [
      .init(
        kind: result.status == .timedOut ? .timeOut : .crash, step: nil, line: line,
        phase: phases.last?.title, command: isAtEnd ? "finish" : step?.text ?? "",
        code: result.status == .timedOut ? "timed-out" : "crashed",
        report: (report.sourcedCommand.map { ["in " + $0] } ?? [])
          + explanation(
            result.status, errors, report.limit?.duration ?? limit, isAtEnd: isAtEnd))
    ]
    return result
  }

  private func status(
    _ ending: ProcessMonitor.Termination, _ report: ChildReport
  ) -> ScriptResult.Status {
    if ending == .interrupted { return Self.interrupted }
    if ending == .timedOut { return .timedOut }
    // What the child said itself: a sanitizer ends it with a status, a slow backtrace by force.
    if let crash = report.crash {
      return .crashed(
        Self.name(ofSignal: crash.signal) + (crash.isOverflow ? ": the stack overflowed" : ""))
    }
    switch ending {
    case .signalled(let signal): return .crashed(Self.name(ofSignal: signal))
    case .exited(let code): return .crashed("the feature ended the process, status \(code)")
    case .timedOut, .interrupted: return .timedOut
    }
  }

  static func name(ofSignal signal: Int32) -> String {
    "signal \(signal), \(String(cString: strsignal(signal)))"
  }

  private func explanation(
    _ status: ScriptResult.Status, _ errors: StderrTail, _ limit: Duration, isAtEnd: Bool
  ) -> [String] {
    var lines = CrashSummary(errors.text).lines
    if status == .timedOut {
      lines.append("timed-out: it did not end within \(ValueSyntax().print(limit))")
    }
    if errors.count > 1 << 20 {
      lines.append("it had printed \(errors.count >> 20) MB")
    }
    if isAtEnd { lines.append("at end of file, which is a 'finish'") }
    return lines
  }
}
