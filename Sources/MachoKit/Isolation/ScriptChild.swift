import Foundation
import MachoScripting

/// Runs one script in a child process, so that a trap, an endless loop or global state costs that
/// script alone.
struct ScriptChild: Sendable {
  let isStrict: Bool
  let repetitions: Int
  let limit: Duration
  let update: UpdateMode?

  /// What came of a script, updated if that was asked for.
  func result(of path: String) -> ScriptResult {
    guard let update else { return run(path).result }
    return Updater(mode: update.rewriting).update(path: path, run: run)
  }

  private func run(_ path: String) -> ScriptRun {
    var arguments = [ChildCommand.name, "--repeat", String(repetitions)]
    if isStrict { arguments.append("--strict") }
    let start = ContinuousClock.now
    var report = ChildReport()
    do {
      let (ending, errors) = try ChildProcess(arguments: arguments + ["--", path], limit: limit)
        .run { report.take($0) }
      return report.run ?? ended(ending, path, errors, report.line, ContinuousClock.now - start)
    } catch {
      return ScriptRun(
        result: ScriptResult(path: path, status: .unreadable("no process: \(error)")))
    }
  }

  /// The result of a child that did not come to report one.
  private func ended(
    _ ending: ChildProcess.Ending, _ path: String, _ errors: String, _ line: Int?,
    _ duration: Duration
  ) -> ScriptRun {
    let status: ScriptResult.Status
    switch ending {
    case .timedOut: status = .timedOut
    case .signalled(let signal):
      status = .crashed("signal \(signal), \(String(cString: strsignal(signal)))")
    case .exited(let code): status = .crashed("the feature ended the process, status \(code)")
    }
    var result = ScriptResult(path: path, status: status)
    result.duration = duration
    if let line {
      result.failures = [
        .init(
          kind: .diagnostic, step: nil, line: line, phase: nil, command: "",
          code: ending == .timedOut ? "timed-out" : "crashed", report: Self.excerpt(errors))
      ]
    }
    return ScriptRun(result: result)
  }

  /// What of standard error says why: the trap's message and the frames of the user's own code.
  private static func excerpt(_ errors: String) -> [String] {
    let lines = errors.split(separator: "\n").map(String.init)
    let start = lines.firstIndex { $0.contains("Fatal error") || $0.contains("crashed") }
    return Array(lines[(start ?? max(0, lines.count - 5))...].prefix(12))
  }
}

/// What a child says of itself, line by line: where it is, and at the end its result.
struct ChildReport {
  private(set) var line: Int?
  private(set) var run: ScriptRun?

  mutating func take(_ text: String) {
    if text.hasPrefix("line ") {
      line = Int(text.dropFirst("line ".count))
    } else if text.hasPrefix("run ") {
      run = try? JSONDecoder().decode(ScriptRun.self, from: Data(text.dropFirst(4).utf8))
    }
  }

  static func text(line: Int) -> String { "line \(line)\n" }

  static func text(_ run: ScriptRun) throws -> String {
    "run " + String(decoding: try JSONEncoder().encode(run), as: UTF8.self) + "\n"
  }
}
