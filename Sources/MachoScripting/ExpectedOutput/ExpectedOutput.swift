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

  /// Creates expected output that matches exactly these lines.
  package init(literal output: [String], firstLine: Int = 0) {
    self.init(lines: output.map(ExpectedLine.init(literal:)), firstLine: firstLine)
  }

  /// Whether a line has captures.
  package var hasCaptures: Bool {
    lines.contains { line in
      if case .capture = line.kind { true } else { false }
    }
  }

  /// Compares actual output with the expected output.
  ///
  /// Returns `nil` if it matches, and adds its captures to `bindings`.
  package func match(actual: [String], bindings: inout CaptureBindings) -> Mismatch? {
    var matcher = OutputMatcher(expectedOutput: self, actual: actual)
    return matcher.match(&bindings)
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
