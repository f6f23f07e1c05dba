import MachoSessions
import MachoValues

/// Finds errors in the commands of a script before any of them runs. `check` and `test` treat them
/// as parse errors.
package enum ScriptValidator {
  /// Parses a script and throws if it has invalid commands.
  ///
  /// - Parameter catalog: The features whose actions and paths are suggested for a line without a
  ///   verb. Default: none.
  package static func parse(
    _ bytes: [UInt8], catalog: [any DrivenFeature] = []
  ) throws(ScriptParseErrors) -> Script {
    let script = try ScriptParser.parse(bytes)
    let errors = errors(in: script, catalog: catalog)
    guard errors.isEmpty else { throw ScriptParseErrors(errors) }
    return script
  }

  /// Returns unknown verbs, unknown codes and arguments in the wrong form.
  ///
  /// A step that must fail can have any verb and arguments: transcripts store mistyped lines this
  /// way.
  package static func errors(
    in script: Script, catalog: [any DrivenFeature] = []
  ) -> [ScriptParseError] {
    errors(in: script, catalog, in: nil)
  }

  /// Returns the errors of a script that begins with a feature, or with none.
  private static func errors(
    in script: Script, _ catalog: [any DrivenFeature], in feature: (any DrivenFeature)?
  ) -> [ScriptParseError] {
    // A session without features reports only errors in the commands themselves.
    var loop = CommandLoop(linesIn: Session(catalog: [], receiveMode: .onReceive))
    var feature = feature
    let errors: [ScriptParseError] = script.steps.compactMap { step in
      if let opened = step.line.openedFeature(in: catalog) { feature = opened }
      switch step.line.expectedFailure {
      case .code(let code): return unknownCodeError(code, step)
      case .any: return nil
      case nil: return commandError(step, &loop, feature)
      }
    }
    return (errors + SpecValidator.errors(in: script)).sorted { $0.line < $1.line }
      + sourcedSections(of: script).flatMap { Self.errors(in: $0, catalog, in: feature) }
  }

  /// Returns the sections that a script sources, each once. Sourced files are validated when they
  /// are read.
  private static func sourcedSections(of script: Script) -> [Section] {
    var sections: [Section] = []
    var steps = script.steps[...]
    while let step = steps.popFirst() {
      guard step.line.has(.runsScript), step.line.expectedFailure == nil,
        let section = script.sections.first(where: { $0.name == step.line.sourcedName }),
        !sections.contains(section)
      else { continue }
      sections.append(section)
      steps += (try? ScriptParser.parse(section.contents))?.steps ?? []
    }
    return sections
  }

  /// Returns the errors in a section, with line numbers of the whole script.
  private static func errors(
    in section: Section, _ catalog: [any DrivenFeature], in feature: (any DrivenFeature)?
  ) -> [ScriptParseError] {
    func shifted(_ errors: [ScriptParseError]) -> [ScriptParseError] {
      errors.map { error in
        var error = error
        error.line += section.line
        return error
      }
    }
    do throws(ScriptParseErrors) {
      var script = try ScriptParser.parse(section.contents)
      // A section cannot have sections; the caller has found those of the script.
      script.sections = []
      if let error = SpecValidator.errorOfSourcing(script) { return shifted([error]) }
      return shifted(errors(in: script, catalog, in: feature))
    } catch { return shifted(error.errors) }
  }

  private static func commandError(
    _ step: Script.Step, _ loop: inout CommandLoop, _ feature: (any DrivenFeature)?
  ) -> ScriptParseError? {
    var line = step.line
    line.conditions = []
    let outcome = loop.run(line).outcome
    let failure =
      step.line.command == nil
      ? outcome.line?.unknownVerbError(in: feature) ?? outcome.failure : outcome.failure
    guard let failure, let code = codes[failure.code] else { return nil }
    return makeError(
      code, failure.message, step, failure.range ?? step.line.verbRange, failure.candidates,
      failure.notes.isEmpty ? nil : failure.notes.joined(separator: "\n"))
  }

  private static let codes: [DiagnosticCode: ScriptParseError.Code] = [
    "unknown-verb": .unknownVerb, "usage": .usage, "unknown-condition": .unknownCondition,
  ]

  private static func unknownCodeError(_ code: DiagnosticCode, _ step: Script.Step)
    -> ScriptParseError?
  {
    let codes = DiagnosticCode.scriptCodes.map(\.code.rawValue)
    guard !codes.contains(code.rawValue) else { return nil }
    return makeError(
      .unknownCode, "unknown code '\(code)'", step, 0..<step.line.verbRange.lowerBound,
      Suggestions.nearest(to: code.rawValue, among: codes),
      "'help codes' at a prompt lists them")
  }

  private static func makeError(
    _ code: ScriptParseError.Code, _ message: String, _ step: Script.Step, _ range: Range<Int>,
    _ candidates: [String], _ suggestion: String?
  ) -> ScriptParseError {
    let position = step.position(ofOffset: range.lowerBound)
    let source = step.raw[position.line - step.lines.lowerBound]
    let end = min(position.column + range.count, source.utf8.count)
    return ScriptParseError(
      code, line: position.line, columns: position.column..<max(position.column, end), message,
      suggestion: suggestion, candidates: candidates, source: source)
  }
}
