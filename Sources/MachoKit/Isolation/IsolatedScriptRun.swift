import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

/// Runs one script in a child process, so that a trap, an endless loop or global state affects only
/// that script.
struct IsolatedScriptRun: Sendable {
  let isStrict: Bool
  let repetitions: Int
  let limit: Duration
  let backtraceLimit: Duration
  /// Where to write updated expectations. Default: nowhere.
  let updater: ExpectationUpdater?
  let interruption: InterruptSignal?
  let launcher: ScriptLauncher
  /// Whether results contain the events of their sessions.
  var wantsTimeline = false
  /// The orders of ready jobs to try. Default: only that of a first-in, first-out queue.
  var schedules: SchedulePlan?
  /// Whether to collect the coverage.
  var wantsCoverage = false
  /// The interchangeable features, if the script runs once with each of them.
  var variants: [String] = []
  /// The scripts that are only parts of others, each with a script that sources it. They are not run.
  var sourcedScripts: [String: String] = [:]

  /// Returns the result of a script or case with one variant, or `nil` if it was interrupted.
  func result(of run: SelectedRun) -> ScriptResult? { results(of: [run])?.first }

  /// Returns the results of runs of one script with one variant, or `nil` if they were interrupted.
  func results(of runs: [SelectedRun]) -> [ScriptResult]? {
    guard let first = runs.first else { return [] }
    var child = self
    child.variant = first.variant
    let path = first.script.path
    guard var results = child.results(of: path, runs.map(\.script.specCase)) else { return nil }
    guard first.variant != nil else { return results }
    for number in results.indices {
      results[number].path = first.path
      // The path names the script and the variant; failures refer to lines of the file.
      for index in results[number].failures.indices
      where results[number].failures[index].file == nil {
        results[number].failures[index].file = path
      }
    }
    return results
  }

  /// Returns the results of a script: one for each of its cases that runs.
  func results(ofScript path: String) -> [ScriptResult]? {
    var results: [ScriptResult] = []
    for script in SelectedScript.all(in: path) {
      guard let result = result(of: SelectedRun(script: script)) else { return nil }
      results.append(result)
    }
    return results
  }

  /// The feature to run the script with, one of `variants`.
  var variant: String?

  /// Returns the results of a script, updated if requested, with its pending expectations. Returns
  /// `nil` if it was interrupted. The script itself may be missing.
  private func results(of path: String, _ cases: [ScriptCase?]) -> [ScriptResult]? {
    if interruption?.signal != nil { return nil }
    if let orphan = ScriptResult(orphanOf: path) { return [orphan] }
    if let whole = sourcedScripts[path] {
      return [ScriptResult(path: path, sourcedBy: whole).includingPending]
    }
    var runs: [ScriptCase?: Int] = [:]
    func run(_ specCase: ScriptCase?) -> ScriptRun {
      defer { runs[specCase, default: 0] += 1 }
      return self.run(path, specCase, number: runs[specCase, default: 0])
    }
    let results =
      updater?.update(path: path, cases: cases, run: run) ?? cases.map { run($0).result }
    return results.contains { $0.status == Self.interrupted }
      ? nil : results.map(\.includingPending)
  }

  /// Never reported: an interrupted script has no result.
  private static let interrupted = ScriptResult.Status.unreadable("interrupted")

  private func request(for path: String, _ specCase: ScriptCase?) -> ScriptRequest {
    let limit = (limit + backtraceLimit).components.seconds
    var request = ScriptRequest(path: path, limit: UInt32(limit))
    request.caseLine = specCase?.line
    request.isStrict = isStrict
    request.repetitions = repetitions
    request.wantsOutputs = updater != nil
    request.wantsTimeline = wantsTimeline
    request.schedules = schedules
    request.wantsCoverage = wantsCoverage
    request.variants = variants
    request.variant = variant
    return request
  }

  /// Runs the script or a case. `number` counts its runs from 0.
  private func run(_ path: String, _ specCase: ScriptCase?, number: Int) -> ScriptRun {
    let monitor = ProcessMonitor(
      limit: limit, backtraceLimit: backtraceLimit, interruption: interruption,
      readsPromptly: wantsTimeline)
    let start = ContinuousClock.now
    while true {
      var report = ChildReport(path: path)
      do {
        let process = try launcher.start(request(for: path, specCase), run: number)
        // If the fork server has exited, the script's status is unknown. Run it again without the
        // server.
        guard let (termination, errors) = monitor.waitForExit(process, &report) else { continue }
        var run =
          report.run
          ?? ScriptRun(
            result: result(
              of: path, specCase, termination, report, errors, ContinuousClock.now - start))
        run.result.specCase = specCase
        run.result.timeline = report.timeline
        return run
      } catch {
        var result = ScriptResult(
          path: path, status: .unreadable("cannot start a process: \(error)"))
        result.specCase = specCase
        return ScriptRun(result: result)
      }
    }
  }

  /// Returns the result of a child that exited without reporting one.
  private func result(
    of path: String, _ specCase: ScriptCase?, _ termination: ProcessMonitor.Termination,
    _ report: ChildReport, _ errors: StderrTail, _ duration: Duration
  ) -> ScriptResult {
    var result = ScriptResult(path: path, status: status(termination, report))
    result.duration = duration
    guard let line = report.line, termination != .interrupted else { return result }
    let script = (try? ScriptFiles.read(path)).flatMap { try? ScriptParser.parse($0) }?
      .run(ofCaseAt: specCase?.line)
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
        report: StyledLine.plain(report.sourcedCommand.map { ["in " + $0] } ?? [])
          + explanation(
            result.status, errors, report.limit?.duration ?? limit, isAtEnd: isAtEnd)
          + schedule(of: report))
    ]
    return result
  }

  /// Returns the lines that name the order of ready jobs, if it was not first in, first out.
  private func schedule(of report: ChildReport) -> [StyledLine] {
    guard let last = report.choices.lastIndex(where: { $0 != 1 }) else { return [] }
    return StyledLine.plain([
      "in the order of this line as the first command:",
      "  " + Schedule.line(Array(report.choices[...last])).text,
    ])
  }

  private func status(
    _ termination: ProcessMonitor.Termination, _ report: ChildReport
  ) -> ScriptResult.Status {
    if termination == .interrupted { return Self.interrupted }
    if termination == .timedOut { return .timedOut }
    // Prefer the child's own report: a sanitizer exits with a status, and a slow backtrace ends in
    // a kill.
    if let crash = report.crash { return .crashed(crash.description) }
    switch termination {
    case .signalled(let signal): return .crashed(Self.name(ofSignal: signal))
    // No line was run, so the feature is not the cause.
    case .exited(let code) where report.line == nil:
      return .unreadable(
        "the process of the script exited with status \(code) before its first line; "
          + "it may lack descriptors, processes or memory")
    case .exited(let code): return .crashed("the feature exited the process with status \(code)")
    case .timedOut, .interrupted: return .timedOut
    }
  }

  static func name(ofSignal signal: Int32) -> String {
    "signal \(signal), \(String(cString: strsignal(signal)))"
  }

  private func explanation(
    _ status: ScriptResult.Status, _ errors: StderrTail, _ limit: Duration, isAtEnd: Bool
  ) -> [StyledLine] {
    var lines = StyledLine.plain(CrashSummary(errors.text).lines)
    if status == .timedOut {
      let limit = ValueSyntax().print(limit)
      lines.append(StyledLine("timed-out: not finished within \(limit)", .problem))
    }
    if errors.count > 1 << 20 {
      lines.append(StyledLine("total output: \(errors.count >> 20) MB"))
    }
    if isAtEnd { lines.append(StyledLine("at end of file (implicit 'finish')")) }
    return lines
  }
}
