import MachoSessions
import MachoValues

/// What can be known to be wrong with a script without running it: `macho check`.
package enum ScriptCheck {
  /// The verbs and codes that do not exist. A step that must fail may have any verb.
  package static func errors(in script: Script) -> [ScriptError] {
    script.steps.compactMap { step in
      switch step.line.expectedFailure {
      case .code(let code): unknownCode(code, step)
      case .any: nil
      case nil: unknownVerb(step)
      }
    }
  }

  private static func unknownVerb(_ step: Script.Step) -> ScriptError? {
    let verb = step.line.verb
    guard Command.named(verb) == nil else { return nil }
    return error(
      .unknownVerb, "'\(verb)' is no verb", step, step.line.verbRange,
      Suggestions.nearest(to: verb, among: Command.all.map(\.verb)))
  }

  private static func unknownCode(_ code: DiagnosticCode, _ step: Script.Step) -> ScriptError? {
    let codes = DiagnosticCode.all.map(\.code.rawValue)
    guard !codes.contains(code.rawValue) else { return nil }
    return error(
      .unknownCode, "no failure has the code '\(code)'", step, 0..<step.line.verbRange.lowerBound,
      Suggestions.nearest(to: code.rawValue, among: codes))
  }

  private static func error(
    _ code: ScriptError.Code, _ message: String, _ step: Script.Step, _ range: Range<Int>,
    _ candidates: [String]
  ) -> ScriptError {
    ScriptError(
      code, line: step.lines.lowerBound,
      columns: step.column + range.lowerBound..<step.column + range.upperBound, message,
      candidates: candidates, source: step.raw[0])
  }
}
