import MachoDiff
import MachoReporting

/// The expected output of a command: the `|` lines under it.
package struct ExpectedOutput: Hashable, Sendable {
  /// The lines, in order. In a parsed script there is at least one.
  package var lines: [ExpectedLine]
  /// The number of the first line in the file, counted from 1.
  package var firstLine: Int

  /// Creates expected output.
  package init(lines: [ExpectedLine], firstLine: Int = 0) {
    self.lines = lines
    self.firstLine = firstLine
  }

  /// Creates expected output with exactly these lines.
  package init(literal output: [String], firstLine: Int = 0) {
    self.init(lines: output.map(ExpectedLine.init(literal:)), firstLine: firstLine)
  }

  /// Creates the shortest expected output that identifies an output: of each diff only the changed
  /// lines with the lines that open, identify and close what contains them, and no source line
  /// numbers.
  package init(compact output: [OutputLine], firstLine: Int = 0) {
    self.init(literal: Self.compactLines(of: output).map(\.text), firstLine: firstLine)
  }

  /// Returns the lines that a script contains of a command's output: those of diffs without most
  /// unchanged lines.
  static func compactLines(of output: [OutputLine]) -> [StyledLine] {
    let lines = OutputLine.inScriptForm(output)
    return zip(lines, CompactDiff.scriptLines(of: lines)).compactMap { line, text in
      text.map { StyledLine($0, line.role) }
    }
  }

  /// The roles of the lines: those of changes have the roles of their marks.
  var roles: [LineRole] {
    ExpectedOutline.forms(of: lines).map { $0.map { LineRole($0.mark) } ?? .plain }
  }

  /// Whether a line has captures.
  package var hasCaptures: Bool {
    lines.contains { line in
      if case .capture = line.kind { true } else { false }
    }
  }

  /// The names of the captures.
  var captureNames: [String] {
    lines.flatMap { line -> [String] in
      if case .capture(let pattern) = line.kind { pattern.names } else { [] }
    }
  }

  /// Compares actual output with the expected output.
  ///
  /// Returns `nil` if it matches, and adds its captures to `bindings`.
  package func match(actual: [OutputLine], bindings: inout CaptureBindings) -> Mismatch? {
    var matcher = OutputMatcher(expectedOutput: self, actual: actual, bindings)
    guard let mismatch = matcher.match(&bindings) else { return nil }
    let (expanded, expandedActual) = (
      expandingSingleFieldChanges, OutputLine.inScriptForm(actual)
    )
    guard expanded != self || expandedActual != actual else { return mismatch }
    matcher = OutputMatcher(expectedOutput: expanded, actual: expandedActual, bindings)
    guard let other = matcher.match(&bindings) else { return nil }
    // The lines of the file are those of the other form if they were expanded.
    let isCloser =
      expanded == self
      && other.alignment?.count ?? .max < mismatch.alignment?.count ?? .max
    return isCloser ? other : mismatch
  }

  /// The expected output with each `SingleFieldChange` in its second form.
  private var expandingSingleFieldChanges: ExpectedOutput {
    // Lines that are not literal have no text.
    let lines = SingleFieldChange.expand(
      in: lines, block: { $0.text.isEmpty ? nil : 0 }, text: \.text,
      line: { text, _ in ExpectedLine(literal: text) })
    return ExpectedOutput(lines: lines, firstLine: firstLine)
  }
}

/// The texts that a script's captures are bound to.
package struct CaptureBindings: Hashable, Sendable {
  /// The bound texts, by capture name.
  package var values: [String: String]

  /// Creates bindings.
  package init(_ values: [String: String] = [:]) {
    self.values = values
  }
}
