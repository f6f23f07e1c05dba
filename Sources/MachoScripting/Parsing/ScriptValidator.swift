import MachoSessions
import MachoValues

/// What can be known to be wrong with the commands of a script before any is run: a script that has
/// some of it does not parse, for `check` and `test` alike.
package enum ScriptValidator {
  /// Reads a script whose every line is a command that exists.
  package static func parse(_ bytes: [UInt8]) throws(ScriptParseErrors) -> Script {
    let script = try ScriptParser.parse(bytes)
    let errors = errors(in: script)
    guard errors.isEmpty else { throw ScriptParseErrors(errors) }
    return script
  }

  /// Unknown verbs, unknown codes and arguments of the wrong form. A step that must fail may have
  /// any verb and any arguments: a transcript keeps mistyped lines so.
  package static func errors(in script: Script) -> [ScriptParseError] {
    // Nothing is open in it and nothing to open: it knows what is wrong with a command by itself.
    let session = Session(catalog: [], taking: .onReceive)
    let errors = script.steps.compactMap { step in
      switch step.line.expectedFailure {
      case .code(let code): unknownCodeError(code, step)
      case .any: nil
      case nil: commandError(step, session)
      }
    }
    return errors + sourcedSections(of: script).flatMap(Self.errors)
  }

  /// The sections that a script sources, each once. Files beside it are read when they are sourced.
  private static func sourcedSections(of script: Script) -> [Section] {
    var sections: [Section] = []
    var steps = script.steps[...]
    while let step = steps.popFirst() {
      guard step.line.verb == "source", step.line.expectedFailure == nil,
        let section = script.sections.first(where: { $0.name == step.line.arguments.text }),
        !sections.contains(section)
      else { continue }
      sections.append(section)
      steps += (try? ScriptParser.parse(section.contents))?.steps ?? []
    }
    return sections
  }

  /// What is wrong in a section, at the lines that it has in its script.
  private static func errors(in section: Section) -> [ScriptParseError] {
    func placed(_ errors: [ScriptParseError]) -> [ScriptParseError] {
      errors.map { error in
        var error = error
        error.line += section.line
        return error
      }
    }
    do throws(ScriptParseErrors) {
      var script = try ScriptParser.parse(section.contents)
      // It has no sections of its own: those of the script were found from there.
      script.sections = []
      return placed(errors(in: script))
    } catch { return placed(error.errors) }
  }

  private static func commandError(_ step: Script.Step, _ session: Session) -> ScriptParseError? {
    let failure = session.run(String(step.line.command)).failure
    guard let failure, let code = codes[failure.code] else { return nil }
    let start = step.line.verbRange.lowerBound
    let range = failure.range ?? 0..<step.line.verb.utf8.count
    return makeError(
      code, failure.message, step, start + range.lowerBound..<start + range.upperBound,
      failure.candidates, failure.notes.isEmpty ? nil : failure.notes.joined(separator: "\n"))
  }

  private static let codes: [DiagnosticCode: ScriptParseError.Code] = [
    "unknown-verb": .unknownVerb, "usage": .usage, "unknown-condition": .unknownCondition,
  ]

  private static func unknownCodeError(_ code: DiagnosticCode, _ step: Script.Step)
    -> ScriptParseError?
  {
    let codes = DiagnosticCode.all.map(\.code.rawValue)
    guard !codes.contains(code.rawValue) else { return nil }
    return makeError(
      .unknownCode, "no failure has the code '\(code)'", step, 0..<step.line.verbRange.lowerBound,
      Suggestions.nearest(to: code.rawValue, among: codes),
      "'help codes' at a prompt lists them")
  }

  private static func makeError(
    _ code: ScriptParseError.Code, _ message: String, _ step: Script.Step, _ range: Range<Int>,
    _ candidates: [String], _ suggestion: String?
  ) -> ScriptParseError {
    let place = step.position(ofOffset: range.lowerBound)
    let source = step.raw[place.line - step.lines.lowerBound]
    let end = min(place.column + range.count, source.utf8.count)
    return ScriptParseError(
      code, line: place.line, columns: place.column..<max(place.column, end), message,
      suggestion: suggestion, candidates: candidates, source: source)
  }
}
