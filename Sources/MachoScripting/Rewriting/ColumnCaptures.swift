import MachoReporting

/// Expected output for the cases of several rows, whose values are the only difference of their output.
enum ColumnCaptures {
  /// Returns lines that match the output of each case. Where the cases differ, a line has a capture with
  /// the name of a column. Returns `nil` if a difference is not the value of a single column.
  ///
  /// - Parameter cases: The output of each case, and the texts of the variables of its row.
  static func lines(
    _ cases: [(output: [OutputLine], variables: [String: String])]
  ) -> [ExpectedLine]? {
    let texts = cases.map { ExpectedOutput.compactLines(of: $0.output).map(\.text) }
    guard let first = texts.first, texts.allSatisfy({ $0.count == first.count }) else { return nil }
    var lines: [ExpectedLine] = []
    for index in first.indices {
      let variants = zip(texts, cases).map { Variant(text: $0[index], variables: $1.variables) }
      guard let line = line(for: variants) else { return nil }
      lines.append(line)
    }
    let expected = ExpectedOutput(lines: lines)
    let areMatched = cases.allSatisfy { output, variables in
      var bindings = CaptureBindings(variables)
      return expected.match(actual: output, bindings: &bindings) == nil
    }
    return areMatched ? lines : nil
  }

  /// A line in the output of one case.
  private struct Variant {
    var text: String
    var variables: [String: String]
  }

  private static func line(for variants: [Variant]) -> ExpectedLine? {
    guard let first = variants.first else { return nil }
    if variants.allSatisfy({ $0.text == first.text }) { return ExpectedLine(literal: first.text) }
    for (name, value) in first.variables.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      for range in first.text.ranges(of: value) {
        let (before, after) = (first.text[..<range.lowerBound], first.text[range.upperBound...])
        let isValue = variants.allSatisfy { variant in
          variant.variables[name].map { variant.text == "\(before)\($0)\(after)" } ?? false
        }
        guard isValue else { continue }
        // Spaces before the capture are not at the end of the line.
        let start = escaped(before + "|").dropLast()
        return try? ExpectedLine(
          parsing: "|= \(start)<\(name):/.*/>\(escaped(after))", line: 0)
      }
    }
    return nil
  }

  /// Returns the text of a literal part of a line with captures.
  private static func escaped(_ text: Substring) -> String {
    OutputEscaping.encode(String(text)).replacing("<", with: #"\<"#)
  }
}
