import ArgumentParser
import Composable
import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem

extension TestCommand {
  /// Rejects options that conflict with debugging a single script.
  func validateDebugging() throws {
    guard debug else { return }
    let others: [(String, Bool)] = [
      ("--update", update != nil), ("--review", review != nil), ("--variants", variants != nil),
      ("--watch", watch), ("--repeat", repetitions > 1), ("--output", output != nil),
      ("--format", format != .pretty), ("--jobs", jobs != nil), ("--schedules", schedules != nil),
      ("--coverage", coverage != nil), ("--shuffle", shuffle != nil),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("--debug cannot be combined with \(other.0)")
    }
  }

  /// Runs one script in this process and opens a prompt at its first failure.
  func debug(_ selection: ScriptSelection) throws {
    guard selection.status == .passed else { throw selection.status }
    guard selection.scripts.count == 1, let selected = selection.scripts.first else {
      let cases = selection.scripts.compactMap { script in
        script.specCase.map { "  \(script.path):\($0.line)  \($0.name)" }
      }
      let count = selection.scripts.count
      printError(
        (["--debug requires a single script or case; \(count) are selected"] + cases)
          .joined(separator: "\n"))
      throw ExitStatus.usage
    }
    let path = selected.path
    let process = try PromptProcess.prepare()
    let prelude = try PreludeScript(
      ScriptLocation(path: path, line: selected.specCase?.line), text: process?.debuggedScript)
    process?.journal.recordScript(prelude.script.source.text)
    let palette = colors.palette(for: STDOUT_FILENO)
    let log = OutcomeLog()
    let stepper = prelude.makeStepper(isStrict: strict) { log.record($0) }
    let debugger = Debugger(stepper, prelude.script, path: path)
    guard let report = debugger.start() else {
      StandardOutput.print(palette.escapedText(of: debugger.summary))
      CrashNote.set(errors: "")
      if debugger.status != .passed { throw debugger.status }
      return
    }
    StoreExecutor.processWide?.externalWork?.holdsUntilSettled = false
    let prompt = Prompt.makePrompt(
      stepper.session, opening: stepper.session.featureName,
      redactor: try Redactor(patterns: [], properties: Catalog.all.flatMap(\.secrets)),
      palette: palette, process: process)
    prompt.continueRecording(prelude.script, at: path, log)
    prompt.debugger = debugger
    _ = prompt.run(
      first: nil, opening: Prompt.StartupOptions(greeting: [palette.escapedText(of: report)]))
    if debugger.status != .passed { throw debugger.status }
  }
}

extension Prompt {
  /// Continues a session that has run a script: its lines become part of the recording.
  func continueRecording(_ script: Script, at path: String, _ log: OutcomeLog) {
    recording.baseScriptPath = path
    recording.sections = script.sections
    for outcome in log.outcomes { recording.record(outcome, isPast: true) }
    log.onOutcome = { [recording] in recording.record($0) }
  }
}
