/// The output that a command should have: the `|` lines under it.
package struct ExpectedOutput: Hashable, Sendable {
  /// The lines, in order; there is at least one in a parsed script.
  package var lines: [ExpectedLine]
  /// The line of the file where it begins, counted from 1.
  package var firstLine: Int

  /// Makes a gutter.
  package init(lines: [ExpectedLine], firstLine: Int = 0) {
    self.lines = lines
    self.firstLine = firstLine
  }

  /// A gutter that matches these lines of output and no others.
  package init(literal output: [String], firstLine: Int = 0) {
    self.init(lines: output.map(ExpectedLine.init(literal:)), firstLine: firstLine)
  }

  /// Whether it gives names to parts of the output.
  package var hasCaptures: Bool {
    lines.contains { line in
      if case .capture = line.kind { true } else { false }
    }
  }

  /// Compares output with the gutter; nil when it matches, and `bindings` then has its captures.
  package func match(actual: [String], bindings: inout CaptureBindings) -> Mismatch? {
    var matcher = OutputMatcher(gutter: self, actual: actual)
    return matcher.match(&bindings)
  }
}

/// What the captures of a script have bound so far, by name.
package struct CaptureBindings: Hashable, Sendable {
  /// The text of each capture.
  package var values: [String: String]

  /// Makes bindings.
  package init(_ values: [String: String] = [:]) {
    self.values = values
  }
}
