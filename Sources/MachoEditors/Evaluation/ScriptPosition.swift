import MachoScripting
import MachoSessions

/// The session of a script at one of its lines, for completion and hints.
///
/// PERFORMANCE: while the user types in one line, the lines above stay the same and nothing runs
/// again. A line further down continues the run.
final class ScriptPosition {
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let willRun: (Int) -> Void
  private var stepper: ScriptStepper?
  private var path = ""
  /// The text that was parsed last, and its script.
  private var parsed: (text: String, script: Script)?
  /// The line above which all commands have run.
  private var line = 0

  init(
    catalog: [any DrivenFeature], environment: [String: String], willRun: @escaping (Int) -> Void
  ) {
    self.catalog = catalog
    self.environment = environment
    self.willRun = willRun
  }

  /// Returns the session after the commands above a line. Commands that fail are passed over.
  func session(of text: ScriptMask, path: String, above line: Int) -> Session? {
    let above = text.text(above: line)
    let script: Script
    if let parsed, parsed.text == above {
      script = parsed.script
    } else {
      guard let read = text.script(above: line) else { return nil }
      script = read.run(throughLine: line)
      parsed = (above, script)
    }
    let canContinue =
      path == self.path && line >= self.line && stepper?.continueWith(script) == true
    if !canContinue {
      stepper = ScriptStepper(
        script, path: path, catalog: catalog, environment: environment,
        observer: ScriptRunner.Observer(willRunLine: willRun))
    }
    self.path = path
    self.line = line
    while let next = stepper?.nextLine {
      let counts = stepper?.result.counts
      _ = stepper?.step()
      // After 'quit' or 'skip' no command runs.
      if stepper?.nextLine == next, stepper?.result.counts == counts { break }
    }
    return stepper?.session
  }
}
