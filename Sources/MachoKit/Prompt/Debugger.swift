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
    stepper.session.enableDebugging()
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

  /// Does what a line asks for. Returns the lines to print.
  func perform(_ operation: DebuggerOperation) -> [StyledLine] {
    switch operation {
    case .list: return listing
    case .accept: return accept()
    case .retry, .step, .continue: break
    }
    guard !isFinished else { return [StyledLine("script finished; 'quit' exits")] }
    guard operation != .retry || stepper.isStoppedAtFailure else {
      return [StyledLine("no line has just failed; use 'step' or 'continue'")]
    }
    let next = stepper.nextLine
    let stop: ScriptStepper.StopReason =
      switch operation {
      case .step: stepper.step()
      case .retry: stepper.retry()
      default: stepper.run()
      }
    status = stepper.result.status == .passed ? .passed : .failed
    switch stop {
    case .failed(let failure): return report(failure) + usageHint
    case .reached:
      let ran = operation == .retry ? "line passes" : next.map(ranLine) ?? ""
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
    stepper.session.pendingReceiveLines.map { StyledLine("not asserted:  \($0.text)", .notice) }
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
      let reason =
        stepper.isStoppedAtFailure
        ? "this line failed before its output was compared: change the script, or 'retry' it"
        : "no line has just printed other output than the script expects"
      return [StyledLine(reason)]
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
  private var usageHint: [StyledLine] {
    let accept =
      stepper.unexpectedOutput == nil ? "" : ", 'accept' writes the output of the line to it"
    return StyledLine.plain([
      "stopped here: inspect, undo or send",
      "'retry' runs the line again, 'step' the next one, 'continue' the rest",
      "'list' shows the script" + accept,
    ])
  }
}
