import MachoReporting
import MachoScripting
import MachoSessions
import MachoTerminal

/// A script that stands still in the session of a prompt: it goes on when it is told to.
final class Debugger {
  private var stepper: ScriptStepper
  private let script: Script
  private let path: String
  private var isFinished = false
  /// Whether a line of it failed that was not run again since, and why it ended otherwise.
  private(set) var status = ExitStatus.passed

  init(_ walk: ScriptStepper, _ script: Script, path: String) {
    self.stepper = walk
    self.script = script
    self.path = path
  }

  /// The verbs that only a prompt with a script behind it knows.
  private static let verbs = [
    ("again", "run the line that failed again"), ("step", "run the next line of the script"),
    ("continue", "run the rest of the script"),
  ]

  /// Those that begin as a line does, for Tab.
  func completions(for request: CompletionRequest) -> [CompletionItem] {
    guard request.cursor == request.line.utf8.count, !request.line.isEmpty else { return [] }
    return Self.verbs.filter { $0.0.hasPrefix(request.line) }.map {
      CompletionItem(replacing: 0..<request.cursor, text: $0.0, detail: $0.1)
    }
  }

  /// Runs the script up to its first failure; the report of that, or `nil` where none is.
  func start() -> [String]? {
    guard case .failed(let failure) = stepper.run() else {
      finish()
      return nil
    }
    return report(failure) + usageHint
  }

  /// What the script comes to, when it is over.
  var summary: [String] { PrettyReporter.lines(for: stepper.result) }

  /// Goes on where a line says so; what there is to print, or `nil` for another line.
  func handle(_ text: String) -> [String]? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let verb = words.first.map(String.init), Self.verbs.contains(where: { $0.0 == verb })
    else { return nil }
    guard words.count == 1 else { return ["usage: \(verb)", "it takes nothing behind it"] }
    guard !isFinished else { return ["the script is over; 'quit' leaves"] }
    guard verb != "again" || stepper.isStoppedAtFailure else {
      return ["no line has just failed: 'step' and 'continue' go on"]
    }
    let next = stepper.nextLine
    let stop: ScriptStepper.StopReason =
      switch verb {
      case "step": stepper.step()
      case "again": stepper.retry()
      default: stepper.run()
      }
    status = stepper.result.status == .passed ? .passed : .failed
    switch stop {
    case .failed(let failure): return report(failure) + usageHint
    case .reached:
      let ran = verb == "again" ? "it is as the script says now" : next.map(ranLine) ?? ""
      return [
        ran + (stepper.nextLine.map { "; next is \(path):\($0)" } ?? "; it was the last line")
      ]
    case .finished:
      finish()
      return summary + ["the script is over; 'quit' leaves"]
    }
  }

  /// What is left to say behind a line that was typed: which actions wait, as they would be named.
  var unassertedActions: [String] {
    stepper.session.pendingReceiveLines.map { "waits to be named:  \($0)" }
  }

  private func finish() {
    isFinished = true
    status = stepper.result.exitStatus
  }

  private func report(_ failure: ScriptResult.Failure) -> [String] {
    status = .failed
    var result = stepper.result
    var failure = failure
    // They still can be.
    failure.report.removeAll(where: ScriptResult.Failure.isNotRunNotice)
    (result.failures, result.status) = ([failure], .failed)
    return PrettyReporter.lines(for: result)
  }

  private func ranLine(_ number: Int) -> String {
    let step = script.steps.first { $0.lines.lowerBound == number }
    return "ran \(path):\(number)  \(step?.text.split(separator: "\n").first ?? "")"
  }

  /// What one can do at the place where it stands.
  private let usageHint = [
    "the session stands there: look, go back, send",
    "'again' runs that line again, 'step' the next, 'continue' the rest",
  ]
}
