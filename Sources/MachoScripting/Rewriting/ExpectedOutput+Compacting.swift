import MachoReporting

extension ExpectedOutput {
  /// Returns shorter expected output: without the unchanged lines of diffs that do not contain a
  /// change, and without source line numbers.
  ///
  /// Captures and regular expressions stay. Returns `nil` if nothing can be omitted, or if the
  /// author omitted lines with `|...`.
  ///
  /// - Parameter output: Actual output that the expected output matches.
  func compacted(matching output: [OutputLine], _ bindings: CaptureBindings) -> ExpectedOutput? {
    guard !lines.contains(where: { $0.kind == .anyLines }) else { return nil }
    var compact = ExpectedOutput(compact: output, firstLine: firstLine)
    var copy = bindings
    if lines.contains(where: \.isMatcher) {
      var matcher = OutputMatcher(expectedOutput: self, actual: output, copy)
      guard matcher.match(&copy) == nil else { return nil }
      let texts = CompactDiff.scriptLines(of: output)
      compact.lines = matcher.pairs.compactMap { pair in
        let line = lines[pair.expected]
        return line.isMatcher ? line : texts[pair.actual].map(ExpectedLine.init(literal:))
      }
    }
    copy = bindings
    guard compact.lines.map(\.kind) != lines.map(\.kind),
      compact.match(actual: output, bindings: &copy) == nil
    else { return nil }
    return compact
  }
}
