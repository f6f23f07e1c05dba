import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoTerminal

/// A script that is stopped in the session of a prompt.
final class Debugger {
  private var stepper: ScriptStepper
  private let script: Script
  private let path: String
  private var isFinished = false
  /// The line of the last failure.
  private var failedLine: Int?
  private var acceptance: OutputAcceptance
  /// `failed` if a line failed and was not retried since; else how the script finished.
  private(set) var status = ExitStatus.passed

  init(_ stepper: ScriptStepper, _ script: Script, path: String) {
    self.stepper = stepper
    self.script = script
    self.path = path
    acceptance = OutputAcceptance(script, path: path)
  }

  /// The verbs that exist only while a script is being debugged.
  static let verbs = [
    ("retry", "run the failed line again"), ("step", "run the next line of the script"),
    ("continue", "run the rest of the script"), ("list", "show the script around the line"),
    ("accept", "write the actual output of the failed line to the script"),
  ]

  /// The lines about these verbs for `help`.
  static var help: [StyledLine] {
    [StyledLine("debug", .heading)]
      + verbs.map { verb, summary in
        StyledLine("  " + verb.padding(toLength: 16, withPad: " ", startingAt: 0) + summary)
      }
  }

  /// Returns completions for these verbs.
  func completions(for request: CompletionRequest) -> [CompletionItem] {
    guard request.cursor == request.line.utf8.count, !request.line.isEmpty else { return [] }
    return Self.verbs.filter { $0.0.hasPrefix(request.line) }.map {
      CompletionItem(replacing: 0..<request.cursor, text: $0.0, detail: $0.1)
    }
  }

  /// Runs the script up to its first failure. Returns the report of the failure, or `nil` if the
  /// script passed.
  func start() -> [StyledLine]? {
    guard case .failed(let failure) = stepper.run() else {
      finish()
      return nil
    }
    return report(failure) + usageHint
  }

  /// The report of the finished script.
  var summary: [StyledLine] { PrettyReporter.lines(for: stepper.result) }

  /// Whether a line is one of these verbs.
  func handles(_ text: String) -> Bool {
    text.split(whereSeparator: \.isWhitespace).first.map(String.init).map { word in
      Self.verbs.contains { $0.0 == word }
    } ?? false
  }

  /// Handles a line if it is one of these verbs. Returns the lines to print, or `nil` for any other
  /// line.
  func handle(_ text: String) -> [StyledLine]? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let word = words.first.map(String.init), Self.verbs.contains(where: { $0.0 == word })
    else { return nil }
    guard words.count == 1 else {
      return StyledLine.plain(["usage: \(word)", "it takes no arguments"])
    }
    if word == "list" { return listing }
    if word == "accept" { return accept() }
    guard !isFinished else { return [StyledLine("script finished; 'quit' exits")] }
    guard word != "retry" || stepper.isStoppedAtFailure else {
      return [StyledLine("no line has just failed; use 'step' or 'continue'")]
    }
    let next = stepper.nextLine
    let stop: ScriptStepper.StopReason =
      switch word {
      case "step": stepper.step()
      case "retry": stepper.retry()
      default: stepper.run()
      }
    status = stepper.result.status == .passed ? .passed : .failed
    switch stop {
    case .failed(let failure): return report(failure) + usageHint
    case .reached:
      let ran = word == "retry" ? "line passes" : next.map(ranLine) ?? ""
      let following = stepper.nextLine.map { "; next: \(path):\(acceptance.currentLine(of: $0))" }
      return [StyledLine(ran + (following ?? "; no more lines"))]
    case .finished:
      finish()
      return summary + [StyledLine("script finished; 'quit' exits")]
    }
  }

  /// Records that a line of the script crashed.
  func recordCrash() { status = .crashed }

  /// The received actions that are not asserted yet, to print after a typed line.
  var unassertedActions: [StyledLine] {
    stepper.session.pendingReceiveLines.map { StyledLine("not asserted:  \($0)", .notice) }
  }

  private func finish() {
    isFinished = true
    status = stepper.result.exitStatus
  }

  private func report(_ failure: ScriptResult.Failure) -> [StyledLine] {
    status = .failed
    failedLine = failure.file == nil ? failure.line : nil
    var result = stepper.result
    var failure = failure
    // The commands below can still run.
    failure.commandsNotRun = 0
    if failure.file == nil { failure.line = acceptance.currentLine(of: failure.line) }
    (result.failures, result.status) = ([failure], .failed)
    return PrettyReporter.lines(for: result)
  }

  /// The lines of the script around the failed or the next line, which has a `>`.
  private var listing: [StyledLine] {
    let lines = acceptance.current.source.lines
    let current =
      ((stepper.isStoppedAtFailure ? failedLine : nil) ?? stepper.nextLine)
      .map(acceptance.currentLine) ?? lines.count
    let shown = max(1, current - 5)..<min(lines.count, current + 5) + 1
    let width = String(shown.upperBound).count
    return shown.map { number in
      let padding = String(repeating: " ", count: width - String(number).count)
      let isCurrent = number == current
      return StyledLine(
        "\(isCurrent ? ">" : " ") \(padding)\(number)  \(lines[number - 1].text)",
        isCurrent ? .heading : .plain)
    }
  }

  /// Writes the actual output of the failed line to the script.
  private func accept() -> [StyledLine] {
    guard let output = stepper.unexpectedOutput else {
      return [StyledLine("no line has just printed output that differs")]
    }
    do throws(FileError) {
      try acceptance.accept(output.lines, ofStep: output.step)
    } catch {
      return [StyledLine("\(error)", .problem)]
    }
    stepper.removeAcceptedFailure()
    status = stepper.result.status == .passed ? .passed : .failed
    return [StyledLine("wrote the output to \(path); 'continue' runs the rest")]
  }

  private func ranLine(_ number: Int) -> String {
    let step = script.steps.first { $0.lines.lowerBound == number }
    let command = step?.text.split(separator: "\n").first ?? ""
    return "ran \(path):\(acceptance.currentLine(of: number))  \(command)"
  }

  /// What the user can do at a stop.
  private let usageHint = StyledLine.plain([
    "stopped here: inspect, undo or send",
    "'retry' runs the line again, 'step' the next one, 'continue' the rest",
    "'list' shows the script, 'accept' writes the actual output",
  ])
}
