import MachoSessions
import MachoValues

/// Parses a script in one pass over its lines and collects all errors.
package struct ScriptParser {
  private let source: SourceText
  private var index = 0
  private var offset = 0
  private var items: [Script.Item] = []
  private var steps: [Script.Step] = []
  private var sections = SectionParser()
  private var errors = ErrorList()
  /// Whether expected output may start on this line. `true` directly below a command, even an
  /// invalid one.
  private var mayHaveOutput = false

  /// How often parsing has continued below a command that is never closed.
  private var resumptionCount = 0

  /// Parses a script from UTF-8 bytes.
  package static func parse(_ bytes: [UInt8]) throws(ScriptParseErrors) -> Script {
    let (script, errors) = try parsePartly(bytes)
    guard errors.isEmpty else { throw ScriptParseErrors(errors) }
    return script
  }

  /// Parses what can be parsed of a script, and returns it with the errors of the other lines. Throws if
  /// the bytes are not a text.
  ///
  /// The steps include those with errors.
  static func parsePartly(
    _ bytes: [UInt8]
  ) throws(ScriptParseErrors) -> (script: Script, errors: [ScriptParseError]) {
    var parser = ScriptParser(source: try SourceText(reading: bytes))
    let script = parser.parse()
    return (script, parser.errors.sorted)
  }

  /// Parses a script from text.
  package static func parse(_ text: String) throws(ScriptParseErrors) -> Script {
    try parse(Array(text.utf8))
  }

  private init(source: SourceText) {
    self.source = source
  }

  private mutating func parse() -> Script {
    while index < source.lines.count {
      let line = source.lines[index].text
      if Section.looksLikeHeader(line) || sections.hasBegun {
        sections.consume(line, number: index + 1, errors: &errors)
        mayHaveOutput = true
        advance(1)
      } else {
        parseLogicalLine(line)
      }
    }
    let lastLine = sections.sections.first.map { $0.line - 1 } ?? source.lines.count
    return Script(
      source: source, items: items, steps: steps, sections: sections.sections,
      spec: isSpec ? Spec(items, lastLine: lastLine) : nil)
  }

  /// Whether the phases are those of a specification.
  ///
  /// A plain phase may begin with the word `it`. So `it` alone makes a specification only if all
  /// phases are cases.
  private var isSpec: Bool {
    let headings = items.compactMap { item -> SpecHeading?? in
      guard case .phase(let phase) = item else { return nil }
      return .some(SpecHeading(title: phase.title))
    }
    return headings.contains { $0?.isStructure ?? false || $0?.hasTable ?? false }
      || !headings.isEmpty && headings.allSatisfy { $0 != nil }
  }

  private mutating func parseLogicalLine(_ line: String) {
    switch line.utf8.first {
    case UInt8(ascii: "|"):
      parseExpectedOutput()
    case UInt8(ascii: "#"):
      parseComment(line)
    case UInt8(ascii: "-") where CaseTable.isRow(line):
      parseRow(line)
    default:
      if trim(line[...]).isEmpty {
        mayHaveOutput = false
        advance(1)
      } else {
        parseStep(line)
      }
    }
  }

  private mutating func advance(_ count: Int) {
    for line in source.lines[index..<index + count] {
      offset += line.text.utf8.count + line.ending.rawValue.utf8.count
    }
    index += count
  }
}

// MARK: - Comments

extension ScriptParser {
  private mutating func parseComment(_ line: String) {
    mayHaveOutput = false
    if let version = Header.version(in: line) {
      let columns = 0..<line.utf8.count
      if !items.isEmpty {
        report(
          .misplacedHeader, columns, "the header must precede all commands",
          suggestion: "move it to the first line")
      } else if version != String(Script.version) {
        report(
          .unknownVersion, columns,
          "unsupported version: this macho supports version \(Script.version)",
          suggestion: "write #!macho \(Script.version)")
      }
    } else if let title = Header.phase(in: line) {
      let hasTable = SpecHeading(title: title)?.hasTable ?? false
      items.append(
        .phase(.init(title: title, line: index + 1, table: hasTable ? CaseTable() : nil)))
    }
    advance(1)
  }

  private mutating func parseRow(_ line: String) {
    mayHaveOutput = false
    var scanner = DelimiterScanner()
    scanner.scan(line, line: index + 1, from: 1)
    if let defect = scanner.defect {
      report(defect)
    } else if let opening = scanner.open.last {
      report(opening)
    } else if case .phase(var phase)? = items.last, var table = phase.table {
      for error in table.add(line, line: index + 1, offset: offset) { errors.append(error) }
      phase.table = table
      items[items.count - 1] = .phase(phase)
    } else {
      report(
        .badRow, 0..<line.utf8.count, "a row that is not directly below '## cases'",
        suggestion: "'- ' begins a row; the rows of cases are above their commands")
    }
    advance(1)
  }

  private mutating func report(
    _ code: ScriptParseError.Code, line: Int? = nil, _ columns: Range<Int>, _ message: String,
    suggestion: String? = nil
  ) {
    let line = line ?? index + 1
    let text = source.lines[line - 1].text
    // Another character may have been written instead of what closes.
    let lookAlikes = code == .unclosed ? LookAlike.notes(in: text, includingStrings: true) : []
    let notes = lookAlikes + (suggestion.map { [$0] } ?? [])
    errors.append(
      ScriptParseError(
        code, line: line, columns: columns, message,
        suggestion: notes.isEmpty ? nil : notes.joined(separator: "\n"), source: text))
  }
}

// MARK: - Steps

extension ScriptParser {
  private mutating func parseStep(_ line: String) {
    mayHaveOutput = true
    let first: Line
    do throws(ScriptParseError) {
      first = try PrefixValidator.parseLine(line, number: index + 1)
    } catch {
      errors.append(error)
      advance(1)
      return
    }
    var (scanner, end) = scanStep(first, above: source.lines.count)
    if scanner.isBroken, first.expectedFailure == nil || scanner.defect == nil,
      let next = lineToResumeAt(above: end)
    {
      (scanner, end) = scanStep(first, above: next)
    }
    // A transcript stores a mistyped line as a step that must fail with this error.
    if first.expectedFailure == nil, let defect = scanner.defect { report(defect) }
    if !scanner.isComplete, let opening = scanner.open.last { report(opening) }
    appendStep(source.lines[index..<end].map(\.text), first)
    advance(end - index)
  }

  /// Scans the lines of a command from the present line on. Returns the scanner and the index of the line
  /// below the command, which is at most a limit.
  private func scanStep(_ first: Line, above limit: Int) -> (DelimiterScanner, end: Int) {
    var scanner = DelimiterScanner()
    scanner.scan(source.lines[index].text, line: index + 1, from: first.verbRange.lowerBound)
    var end = index + 1
    while !scanner.isComplete, end < limit {
      scanner.scan(source.lines[end].text, line: end + 1)
      end += 1
    }
    return (scanner, end)
  }

  /// Returns the index of the first line below the present one, and above another, that begins something
  /// else than a command's value. `nil` if there is none.
  private mutating func lineToResumeAt(above end: Int) -> Int? {
    // PERFORMANCE: each time, the rest of the file is scanned again.
    guard end > index + 1, resumptionCount < 10 else { return nil }
    resumptionCount += 1
    return (index + 1..<end).first { index in
      let text = source.lines[index].text
      switch text.utf8.first {
      case UInt8(ascii: "|"), UInt8(ascii: "#"): return true
      case UInt8(ascii: "-"): return Section.looksLikeHeader(text) || CaseTable.isRow(text)
      default: return (try? Line(parsing: text))?.command != nil
      }
    }
  }

  /// Appends the step of lines, the first of which was parsed.
  private mutating func appendStep(_ raw: [String], _ first: Line) {
    let joined = raw.count == 1 ? raw[0] : raw.joined(separator: "\n")
    let text = String(trim(joined[...]))
    let column = raw[0].utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    // It has no problem: the prefixes are in the first line.
    let line = ByteSearch.areSame(text, raw[0]) ? first : Line(text)
    items.append(.step(steps.count))
    steps.append(
      Script.Step(
        lines: index + 1..<index + 1 + raw.count, raw: raw, line: line,
        column: column, offset: offset + column))
  }

  private mutating func report(_ defect: DelimiterScanner.Defect) {
    switch defect {
    case .unclosedString(let columns, let line):
      report(
        .unclosed, line: line, columns, "this string is not closed on its line",
        suggestion: "close it with '\"', or use '\"\"\"' for a string of several lines")
    case .mismatchedBracket(let opening, let closer, let column, let line):
      report(
        .mismatchedBracket, line: line, column..<column + 1,
        "'\(Unicode.Scalar(opening.byte))' of line \(opening.line) column \(opening.column + 1)"
          + " is closed by '\(Unicode.Scalar(closer))'")
    }
  }

  private mutating func report(_ opening: DelimiterScanner.Opening) {
    let column = Int(opening.column)
    let isString = opening.byte == UInt8(ascii: "\"")
    let text = isString ? "\"\"\"" : String(Unicode.Scalar(opening.byte))
    report(
      .unclosed, line: Int(opening.line), column..<column + (isString ? 3 : 1),
      "'\(text)' is never closed")
  }
}

// MARK: - Expected output

extension ScriptParser {
  private mutating func parseExpectedOutput() {
    let first = index
    if !mayHaveOutput {
      report(
        .strayOutput, 0..<1, "no command directly above this line",
        suggestion: "'|' begins a line of expected output, directly under its command")
    }
    var lines: [ExpectedLine] = []
    var end = index
    while end < source.lines.count, source.lines[end].text.utf8.first == UInt8(ascii: "|") {
      do throws(ScriptParseError) {
        lines.append(try ExpectedLine(parsing: source.lines[end].text, line: end + 1))
      } catch {
        errors.append(error)
      }
      end += 1
    }
    advance(end - index)
    guard mayHaveOutput, case .step(let step)? = items.last,
      steps[step].lines.upperBound == first + 1
    else { return }
    steps[step].expectedOutput = ExpectedOutput(lines: lines, firstLine: first + 1)
    mayHaveOutput = false
  }
}
