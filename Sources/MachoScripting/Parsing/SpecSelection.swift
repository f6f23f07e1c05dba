/// What a part of a specification was selected from.
package struct SpecSelection: Equatable, Sendable {
  /// The case. `nil` if the part ends above all cases, in a `before each` or a context.
  package var specCase: ScriptCase?
  /// The name of the row below `## cases`. `nil` for any other case.
  package var rowName: String?
  /// The texts of the row's variables.
  var variables: [String: String] = [:]
  /// The indexes of the part's steps in the whole script. `nil` for those of a row.
  package var stepIndices: [Int?]
  /// The lines of the part, in ranges of the file.
  var lines: [Range<Int>]
  /// All steps of the whole script.
  var allSteps: [Script.Step]
  /// The texts of the rows of all cases.
  var allRows: [String]
  /// The number of the case among those of the script, from 0. `nil` without a case.
  var number: Int?
}

extension Script {
  /// The whole script, or its cases as scripts of their own.
  package var runs: [Script] {
    guard let spec else { return [self] }
    return spec.casesByPart.enumerated().map { number, found in
      part(spec, found.part, found.specCase, number: number)
    }
  }

  /// The whole script, or the only case. `nil` if the script has several cases, or none.
  package var onlyRun: Script? {
    let runs = runs
    return runs.count == 1 ? runs[0] : nil
  }

  /// The text of what runs. The other lines are empty, so that all line numbers stay the same.
  package var runText: String {
    guard selection != nil else { return source.text }
    var kept = source
    for index in kept.lines.indices where !containsLine(index + 1) && index < commandEnd {
      kept.lines[index].text = ""
    }
    return kept.text
  }

  /// The number of lines above the sections.
  private var commandEnd: Int { sections.first.map { $0.line - 1 } ?? source.lines.count }

  /// Returns the case whose heading or row is at a line, or `nil` if there is none. If `line` is `nil`,
  /// returns the script itself unless it is a specification.
  package func run(ofCaseAt line: Int?) -> Script? {
    guard let line else { return spec == nil ? self : nil }
    guard let spec,
      let (number, found) = spec.casesByPart.enumerated().first(where: {
        $1.specCase.line == line
      })
    else { return nil }
    return part(spec, found.part, found.specCase, number: number)
  }

  /// Returns the same case of another version of the script, whose cases are in the same order.
  func run(like other: Script) -> Script? {
    guard let number = other.selection?.number else { return spec == nil ? self : nil }
    return runs.indices.contains(number) ? runs[number] : nil
  }

  /// Returns what a run of the script up to a line consists of: the script itself, or the part of a
  /// specification that contains the line. Below the rows of several cases it is that of the last.
  package func run(throughLine line: Int) -> Script {
    guard let spec else { return self }
    guard let index = spec.parts.lastIndex(where: { $0.lines.lowerBound <= line }) else {
      return part(spec, nil, nil, number: nil)
    }
    let cases = spec.casesByPart
    let number = cases.lastIndex { $0.part == index && $0.specCase.line <= line }
    return part(spec, index, number.map { cases[$0].specCase }, number: number)
  }

  /// Whether a line belongs to what runs. All lines of a whole script do.
  func containsLine(_ line: Int) -> Bool {
    selection?.lines.contains { $0.contains(line) } ?? true
  }

  /// The last line above the sections, or of the case.
  var lastCommandLine: Int {
    selection?.lines.last.map { $0.upperBound - 1 } ?? commandEnd
  }

  /// The line that a run reports when it checks the session at the end.
  var endLine: Int { selection == nil ? source.lines.count : lastCommandLine }

  /// Returns the preamble and the part at an index with its setup, for one of its cases, which has a
  /// number among all. All line numbers are those of the whole script.
  private func part(
    _ spec: Spec, _ index: Int?, _ specCase: ScriptCase?, number: Int?
  ) -> Script {
    let own = index.map { spec.parts[$0] }
    let row = own?.table?.rows.first { $0.line == specCase?.line }
    let parts = (index.map(spec.setup) ?? []) + (own.map { [$0] } ?? [])
    let outer = spec.parts.prefix(index ?? 0).filter { part in
      switch part.heading {
      case .describe, .context: part.surrounds(own?.path ?? [])
      case .beforeEach, .it, .cases: false
      }
    }
    let preambleEnd = spec.parts.first?.lines.lowerBound ?? 1
    var part = self
    (part.items, part.steps, part.spec) = ([], [], nil)
    var indices: [Int?] = []
    func append(_ step: Step, _ index: Int?) {
      part.items.append(.step(indices.count))
      part.steps.append(step)
      indices.append(index)
    }
    for item in spec.preamble + parts.flatMap(\.items) {
      switch item {
      case .step(let step): append(steps[step], step)
      case .phase(let phase):
        part.items.append(item)
        for step in row.flatMap({ phase.table?.steps(of: $0) }) ?? [] { append(step, nil) }
      }
    }
    part.selection = SpecSelection(
      specCase: specCase, rowName: row.flatMap { own?.table?.name(of: $0) },
      variables: row.flatMap { own?.table?.variables(of: $0) } ?? [:], stepIndices: indices,
      lines: [1..<preambleEnd]
        + (outer + parts).flatMap { $0.lines(ofCaseAt: specCase?.line) }
        .sorted { $0.lowerBound < $1.lowerBound },
      allSteps: steps,
      allRows: spec.parts.flatMap { $0.table?.rows.map(\.source) ?? [] }, number: number)
    return part
  }
}

extension Spec.Part {
  /// Returns the lines of the part without the rows of other cases, in ranges of the file.
  fileprivate func lines(ofCaseAt line: Int?) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = lines.lowerBound
    for row in table?.rows ?? [] where row.line != line {
      ranges.append(start..<row.line)
      start = row.line + 1
    }
    return ranges + [start..<lines.upperBound]
  }
}
