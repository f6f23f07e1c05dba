import ArgumentParser
import Composable
import Foundation
import MachoScripting
import MachoSessions
import MachoTerminal

extension TestCommand {
  /// Refuses what makes no sense of one script that a person goes through.
  func validateDebugging() throws {
    guard debug else { return }
    let others: [(String, Bool)] = [
      ("--update", update != nil), ("--review", review != nil), ("--across", across != nil),
      ("--watch", watch), ("--repeat", repetitions > 1), ("--output", output != nil),
      ("--format", format != .pretty), ("--jobs", jobs != nil), ("--shuffle", shuffle != nil),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("--debug goes with one script and a prompt, and not with \(other.0)")
    }
  }

  /// Runs one script in this process, and opens a prompt where it fails.
  func debug(_ selection: ScriptSelection) throws {
    guard selection.status == .passed else { throw selection.status }
    guard selection.files.count == 1, let path = selection.files.first else {
      printError(
        "--debug stops in one script, and \(selection.files.count) are selected: name one")
      throw ExitStatus.usage
    }
    let behind = try PreludeScript(path: path)
    CrashBreadcrumb.install(output: STDOUT_FILENO)
    let log = OutcomeLog()
    let walk = behind.makeStepper(isStrict: strict) { log.record($0) }
    let debugger = Debugger(walk, behind.script, path: path)
    guard let report = debugger.start() else {
      print(debugger.summary.joined(separator: "\n"))
      CrashBreadcrumb.set(errors: "")
      if debugger.status != .passed { throw debugger.status }
      return
    }
    StoreExecutor.processWide?.monitorsOtherThreads = false
    let prompt = Prompt.makePrompt(
      walk.session, opening: walk.session.featureName,
      redactor: try Redactor(patterns: [], properties: Catalog.all.flatMap(\.secrets)),
      palette: colors.palette(for: STDOUT_FILENO))
    prompt.continueRecording(behind.script, at: path, log)
    prompt.debugger = debugger
    _ = prompt.run(first: nil, opening: Prompt.StartupOptions(greeting: report))
    if debugger.status != .passed { throw debugger.status }
  }
}

extension Prompt {
  /// Takes up a session in which a script was run: its lines are part of what is recorded.
  func continueRecording(_ script: Script, at path: String, _ log: OutcomeLog) {
    recording.baseScriptPath = path
    recording.sections = script.sections
    for outcome in log.outcomes { recording.record(outcome) }
    log.onOutcome = { [recording] in recording.record($0) }
  }
}
