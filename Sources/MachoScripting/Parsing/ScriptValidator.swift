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
    let (script, errors) = try parsePartly(bytes, catalog: catalog)
    guard errors.isEmpty else { throw ScriptParseErrors(errors) }
    return script
  }

  /// Parses what can be parsed of a script, and returns it with the errors of all lines. Throws if the bytes
  /// are not a text.
  ///
  /// The steps include those with errors.
  package static func parsePartly(
    _ bytes: [UInt8], catalog: [any DrivenFeature] = []
  ) throws(ScriptParseErrors) -> (script: Script, errors: [ScriptParseError]) {
    let (script, found) = try ScriptParser.parsePartly(bytes)
    return (script, errors(in: script, catalog, in: nil, besides: found))
  }

  /// Returns unknown verbs, unknown codes and arguments in the wrong form.
  ///
  /// A step that must fail can have any verb and arguments: transcripts store mistyped lines this
  /// way.
  package static func errors(
    in script: Script, catalog: [any DrivenFeature] = []
  ) -> [ScriptParseError] {
    errors(in: script, catalog, in: nil, besides: [])
  }

  /// Returns the errors of a script that begins with a feature, or with none.
  ///
  /// - Parameter found: The errors with which the script was parsed. They are returned too.
  private static func errors(
    in script: Script, _ catalog: [any DrivenFeature], in feature: (any DrivenFeature)?,
    besides found: [ScriptParseError]
  ) -> [ScriptParseError] {
    // A session without features reports only errors in the commands themselves.
    var loop = CommandLoop(linesIn: Session(catalog: [], receiveMode: .onReceive))
    var feature = feature
    var broken = BrokenCommands(found)
    var errors = found
    for step in script.steps {
      if let opened = step.line.openedFeature(in: catalog) { feature = opened }
      guard !broken.has(step), let error = error(of: step, &loop, feature),
        !broken.mayContinue(in: step, with: error)
      else { continue }
      errors.append(error)
    }
    errors += SpecValidator.errors(in: script).filter { error in
      // The missing part of the heading may be in a line with an error.
      found.isEmpty || ![.emptyHeading, .badColumn].contains(error.code)
    }
    return errors.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }
      + sourcedSections(of: script).flatMap { Self.errors(in: $0, catalog, in: feature) }
  }

  private static func error(
    of step: Script.Step, _ loop: inout CommandLoop, _ feature: (any DrivenFeature)?
  ) -> ScriptParseError? {
    switch step.line.expectedFailure {
    case .code(let code): unknownCodeError(code, step)
    case .any: nil
    case nil: commandError(step, &loop, feature)
    }
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
      steps += (try? ScriptParser.parsePartly(Array(section.contents.utf8)))?.script.steps ?? []
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
      let (parsed, found) = try ScriptParser.parsePartly(Array(section.contents.utf8))
      var script = parsed
      // A section cannot have sections; the caller has found those of the script.
      script.sections = []
      if let error = SpecValidator.errorOfSourcing(script) { return shifted(found + [error]) }
      return shifted(errors(in: script, catalog, in: feature, besides: found))
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

/// The commands of a script that were not parsed.
private struct BrokenCommands {
  private let lines: Set<Int>
  /// The lines below which a command with an open string or bracket may continue, or the text of a section
  /// without a valid header may follow.
  private var unfinished: Set<Int>

  init(_ errors: [ScriptParseError]) {
    lines = Set(errors.map(\.line))
    let open = errors.filter { [.unclosed, .mismatchedBracket, .badSection].contains($0.code) }
    unfinished = Set(open.map(\.line))
  }

  /// Whether a step is a command that was not parsed.
  mutating func has(_ step: Script.Step) -> Bool {
    guard step.lines.contains(where: lines.contains) else { return false }
    if step.lines.contains(where: unfinished.contains) {
      unfinished.insert(step.lines.upperBound - 1)
    }
    return true
  }

  /// Whether a step with an error may be a part of what is above it.
  mutating func mayContinue(in step: Script.Step, with error: ScriptParseError) -> Bool {
    guard error.code == .unknownVerb, unfinished.contains(step.lines.lowerBound - 1) else {
      return false
    }
    unfinished.insert(step.lines.upperBound - 1)
    return true
  }
}
