/// Writes the output that came into a script: everything but the gutters stays as it is, byte for
/// byte.
package struct ScriptRewriter {
  /// Which gutters are written.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Commands that have no gutter get one.
    case missing
    /// Gutters that do not match are mended.
    case failed
    /// Both.
    case all
  }

  /// A rewritten script.
  package struct Result: Hashable, Sendable {
    /// The new text of the file.
    package var text: String
    /// The indexes of the steps whose gutter is another now.
    package var changed: [Int]
  }

  /// The new text of a script. `outputs` has, for each step, the lines that came; nil leaves the
  /// step as it is, as does an end of the list.
  package static func rewrite(_ script: Script, outputs: [[String]?], mode: Mode) -> Result {
    var lines = script.source.lines[...]
    var written: [SourceText.Line] = []
    var changed: [Int] = []
    var bindings = CaptureBindings()
    for ((index, step), output) in zip(script.steps.enumerated(), outputs) {
      guard let output, let gutter = newExpectation(of: step, output, mode, &bindings) else {
        continue
      }
      let end = step.lines.upperBound - 1
      let commands = lines[..<end]
      written += commands
      lines = lines[(end + (step.expectedOutput?.lines.count ?? 0))...]
      let newline = script.source.newline
      if !gutter.isEmpty, written[written.count - 1].ending == .none {
        written[written.count - 1].ending = newline
      }
      written += gutter.map { SourceText.Line($0.raw, newline) }
      changed.append(index)
    }
    written += lines
    return Result(text: SourceText(lines: written).text, changed: changed)
  }

  /// The lines of a step's new gutter; nil when it stays as it is.
  private static func newExpectation(
    of step: Script.Step, _ output: [String], _ mode: Mode, _ bindings: inout CaptureBindings
  ) -> [ExpectedLine]? {
    guard let gutter = step.expectedOutput else {
      // A code says all that is stable about a failure; its prose is not to be put beside it.
      if case .code = step.line.expectedFailure { return nil }
      guard mode != .failed, !output.isEmpty else { return nil }
      return output.map(ExpectedLine.init(literal:))
    }
    let before = bindings
    guard gutter.match(actual: output, bindings: &bindings) != nil else { return nil }
    guard mode != .missing else { return nil }
    let lines = ExpectationMerge.lines(of: gutter, fitting: output, before)
    _ = ExpectedOutput(lines: lines).match(actual: output, bindings: &bindings)
    return lines
  }
}
