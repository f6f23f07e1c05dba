import MachoSessions

/// Finds headings of a specification that are in the wrong place, have no commands, or have the name
/// of another, and columns that no command uses.
struct SpecValidator {
  private let spec: Spec
  private let script: Script
  private var errors: [ScriptParseError] = []

  /// Returns the errors of a script's headings. There are none if it is not a specification.
  static func errors(in script: Script) -> [ScriptParseError] {
    guard let spec = script.spec else { return [] }
    var validator = Self(spec: spec, script: script)
    validator.validate()
    return validator.errors
  }

  /// Returns the error of a script that is sourced, which a specification cannot be.
  static func errorOfSourcing(_ script: Script) -> ScriptParseError? {
    guard let spec = script.spec, let part = spec.parts.first else { return nil }
    return Self(spec: spec, script: script).error(
      .misplacedHeading, part.lines.lowerBound, "'source' cannot run a specification",
      "move the commands to share into a script without 'it' and 'cases' headings")
  }

  private init(spec: Spec, script: Script) {
    self.spec = spec
    self.script = script
  }

  private mutating func validate() {
    for phase in spec.strayPhases { checkStrayPhase(phase) }
    var cases: [String: Int] = [:]
    for (index, part) in spec.parts.enumerated() {
      if part.heading.lacksTitle {
        report(.emptyHeading, part, "the heading has no title", "write one after the word")
      }
      switch part.heading {
      case .describe, .context: checkContext(part, at: index)
      case .beforeEach: checkSetup(part, at: index)
      case .it, .cases:
        if part.isEmpty {
          report(
            .emptyHeading, part, "the case has no commands",
            "write commands below it, or remove it")
        }
        if let table = part.table { checkTable(table, of: part) }
        for specCase in part.cases {
          if let first = cases[specCase.name] {
            errors.append(
              error(
                .duplicateCase, specCase.line,
                "line \(first) has a case with this name in the same context",
                part.table == nil ? "rename one of them" : "change one of the rows, or remove it"))
          }
          cases[specCase.name] = cases[specCase.name] ?? specCase.line
        }
      }
    }
  }

  private mutating func checkTable(_ table: CaseTable, of part: Spec.Part) {
    guard let header = table.header, !table.rows.isEmpty else {
      return report(
        .emptyHeading, part, "the cases have no rows",
        "write '- NAME, ...' for the columns below it, and '- VALUE, ...' for each case")
    }
    guard !part.isEmpty, let used = variables(in: steps(of: part)) else { return }
    for cell in header.cells where !used.contains(cell.text) {
      errors.append(
        ScriptParseError(
          .badColumn, line: header.line,
          columns: cell.column..<cell.column + cell.text.utf8.count,
          "no command uses the column '\(cell.text)'",
          suggestion: "write $\(cell.text) in a command below, or remove the column",
          source: header.source))
    }
  }

  private func steps(of part: Spec.Part) -> [Script.Step] {
    part.items.compactMap { item in
      if case .step(let step) = item { script.steps[step] } else { nil }
    }
  }

  /// Returns the names of the variables in commands and in their expected output. Returns `nil` if a
  /// command sources a file, or a section with errors, which may use any variable.
  private func variables(in steps: [Script.Step]) -> Set<String>? {
    var names: Set<String> = []
    var sections: Set<String> = []
    var rest = steps[...]
    while let step = rest.popFirst() {
      names.formUnion(Line.variableNames(in: step.text[...]))
      names.formUnion(step.expectedOutput?.captureNames ?? [])
      guard let name = step.line.sourcedName, sections.insert(name).inserted else { continue }
      guard let section = script.sections.first(where: { $0.name == name }),
        let sourced = try? ScriptParser.parse(section.contents)
      else { return nil }
      rest += sourced.steps
    }
    return names
  }

  private mutating func checkStrayPhase(_ phase: Script.Phase) {
    let first = spec.parts.first?.lines.lowerBound ?? 1
    errors.append(
      error(
        .misplacedHeading, phase.line,
        "a phase in a specification, which line \(first) makes of this script",
        "begin it with 'describe', 'context', 'it' or 'cases', or write '#' for a comment"))
  }

  private mutating func checkContext(_ part: Spec.Part, at index: Int) {
    if !part.isEmpty {
      report(
        .misplacedHeading, part, "commands directly below a context",
        "move them below '## before each' or '## it TITLE'")
    }
    let inner = spec.parts[index...].contains {
      !$0.heading.isStructure && part.surrounds($0.path)
    }
    if !inner, !part.heading.lacksTitle {
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
    } else if let first = above.first(where: {
      !$0.heading.isStructure && part.surrounds($0.path)
    }) {
      report(
        .misplacedHeading, part,
        "'before each' is below a case of its context, in line \(first.lines.lowerBound)",
        "move it above the cases")
    } else if part.path.isEmpty, spec.parts.allSatisfy(\.heading.isStructure) {
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
    let text = script.source.lines[line - 1].text
    return ScriptParseError(
      code, line: line, columns: 0..<text.utf8.count, message, suggestion: suggestion, source: text)
  }
}
