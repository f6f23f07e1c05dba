/// Finds headings of a specification that are in the wrong place, have no commands, or have the name
/// of another.
struct SpecValidator {
  private let spec: Spec
  private let source: SourceText
  private var errors: [ScriptParseError] = []

  /// Returns the errors of a script's headings. There are none if it is not a specification.
  static func errors(in script: Script) -> [ScriptParseError] {
    guard let spec = script.spec else { return [] }
    var validator = Self(spec: spec, source: script.source)
    validator.validate()
    return validator.errors
  }

  /// Returns the error of a script that is sourced, which a specification cannot be.
  static func errorOfSourcing(_ script: Script) -> ScriptParseError? {
    guard let spec = script.spec, let part = spec.parts.first else { return nil }
    return Self(spec: spec, source: script.source).error(
      .misplacedHeading, part.lines.lowerBound, "'source' cannot run a specification",
      "move the commands to share into a script without 'it' headings")
  }

  private init(spec: Spec, source: SourceText) {
    self.spec = spec
    self.source = source
  }

  private mutating func validate() {
    for phase in spec.strayPhases { checkStrayPhase(phase) }
    var cases: [[String]: Int] = [:]
    for (index, part) in spec.parts.enumerated() {
      if part.heading.title?.isEmpty ?? false {
        report(.emptyHeading, part, "the heading has no title", "write one after the word")
      }
      switch part.heading {
      case .describe, .context: checkContext(part, at: index)
      case .beforeEach: checkSetup(part, at: index)
      case .it:
        if part.isEmpty {
          report(
            .emptyHeading, part, "the case has no commands",
            "write commands below it, or remove it")
        }
        if let first = cases[part.path] {
          report(
            .duplicateCase, part, "line \(first) has a case with this name in the same context",
            "rename one of them")
        }
        cases[part.path] = cases[part.path] ?? part.lines.lowerBound
      }
    }
  }

  private mutating func checkStrayPhase(_ phase: Script.Phase) {
    let first = spec.parts.first?.lines.lowerBound ?? 1
    errors.append(
      error(
        .misplacedHeading, phase.line,
        "a phase in a specification, which line \(first) makes of this script",
        "begin it with 'describe', 'context' or 'it', or write '#' for a comment"))
  }

  private mutating func checkContext(_ part: Spec.Part, at index: Int) {
    if !part.isEmpty {
      report(
        .misplacedHeading, part, "commands directly below a context",
        "move them below '## before each' or '## it TITLE'")
    }
    let inner = spec.parts[index...].contains { $0.specCase != nil && part.surrounds($0.path) }
    if !inner, part.heading.title != "" {
      report(
        .emptyHeading, part, "the context has no case", "add '## it TITLE' with commands below it")
    }
  }

  private mutating func checkSetup(_ part: Spec.Part, at index: Int) {
    if part.isEmpty {
      report(
        .emptyHeading, part, "'before each' has no commands",
        "write commands below it, or remove it")
    }
    let above = spec.parts[..<index]
    if let other = above.first(where: { $0.heading == .beforeEach && $0.path == part.path }) {
      report(
        .misplacedHeading, part,
        "line \(other.lines.lowerBound) has a 'before each' of the same context", "join them")
    } else if let first = above.first(where: { $0.specCase != nil && part.surrounds($0.path) }) {
      report(
        .misplacedHeading, part,
        "'before each' is below a case of its context, in line \(first.lines.lowerBound)",
        "move it above the cases")
    } else if part.path.isEmpty, spec.cases.isEmpty {
      // A context reports by itself that it has no case.
      report(
        .emptyHeading, part, "'before each' has no case below it",
        "add '## it TITLE' with commands below it")
    }
  }

  private mutating func report(
    _ code: ScriptParseError.Code, _ part: Spec.Part, _ message: String, _ suggestion: String
  ) {
    errors.append(error(code, part.lines.lowerBound, message, suggestion))
  }

  private func error(
    _ code: ScriptParseError.Code, _ line: Int, _ message: String, _ suggestion: String
  ) -> ScriptParseError {
    let text = source.lines[line - 1].text
    return ScriptParseError(
      code, line: line, columns: 0..<text.utf8.count, message, suggestion: suggestion, source: text)
  }
}
