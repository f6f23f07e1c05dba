import MachoReporting

/// Writes actual output into a script as expected output. All other bytes stay the same.
package struct ScriptRewriter {
  /// Which expectations are written.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Adds expected output to commands that have none.
    case missing
    /// Updates expected output that does not match.
    case failed
    /// Both.
    case all
    /// Both, and shortens the diffs in expected output that matches.
    case compact

    /// Whether the expected output of a step may be written.
    func writes(_ step: Script.Step) -> Bool {
      guard step.expectedOutput == nil else { return self != .missing }
      // The code is the only stable part of a failure, so the message is not written.
      if case .code = step.line.expectedFailure { return false }
      return self != .failed
    }
  }

  /// A rewritten script.
  package struct Result: Hashable, Sendable {
    /// The new text of the file.
    package var text: String
    /// The indexes of the steps with changed expected output.
    package var changed: [Int]
  }

  /// Returns the new text of a script.
  ///
  /// - Parameter outputs: The actual output of each step. A `nil` or missing element leaves the step
  ///   unchanged.
  /// - Parameter patterns: The new expected lines of some steps whose output differs from case to case.
  ///   Default: none.
  package static func rewrite(
    _ script: Script, outputs: [[OutputLine]?], patterns: [Int: [ExpectedLine]] = [:], mode: Mode
  ) -> Result {
    let (source, changed) = rewrittenSource(
      of: script, outputs: outputs, patterns: patterns, mode: mode)
    return Result(text: source.text, changed: changed)
  }

  /// Returns the new lines of a script, and the indexes of the steps with changed expected output.
  static func rewrittenSource(
    of script: Script, outputs: [[OutputLine]?], patterns: [Int: [ExpectedLine]], mode: Mode
  ) -> (source: SourceText, changed: [Int]) {
    var lines = script.source.lines[...]
    var written: [SourceText.Line] = []
    var changed: [Int] = []
    let expectations = newExpectations(of: script, outputs, mode)
      .merging(patterns) { _, pattern in pattern }
    for (index, step) in script.steps.enumerated() {
      guard let expectation = expectations[index] else { continue }
      let end = step.lines.upperBound - 1
      let commands = lines[..<end]
      written += commands
      lines = lines[(end + (step.expectedOutput?.lines.count ?? 0))...]
      let newline = script.source.newline
      if !expectation.isEmpty, written[written.count - 1].ending == .none {
        written[written.count - 1].ending = newline
      }
      written += expectation.map { SourceText.Line($0.raw, newline) }
      changed.append(index)
    }
    written += lines
    return (SourceText(lines: written), changed)
  }

  /// Returns the new expected lines by step, for the steps with other ones. Each case of a specification
  /// has captures of its own.
  package static func newExpectations(
    of script: Script, _ outputs: [[OutputLine]?], _ mode: Mode
  ) -> [Int: [ExpectedLine]] {
    let runs =
      script.spec == nil
      ? [Array(script.steps.indices)]
      : script.runs.map { $0.selection?.stepIndices.compactMap(\.self) ?? [] }
    var expectations: [Int: [ExpectedLine]] = [:]
    for steps in runs {
      var bindings = CaptureBindings()
      for index in steps {
        guard index < outputs.count, let output = outputs[index] else { continue }
        let expectation = newExpectation(of: script.steps[index], output, mode, &bindings)
        if let expectation { expectations[index] = expectation }
      }
    }
    return expectations
  }

  /// Returns the new expected lines of a step, or `nil` if they stay the same.
  private static func newExpectation(
    of step: Script.Step, _ output: [OutputLine], _ mode: Mode, _ bindings: inout CaptureBindings
  ) -> [ExpectedLine]? {
    guard let expectedOutput = step.expectedOutput else {
      guard mode.writes(step), !output.isEmpty else { return nil }
      return ExpectedOutput(compact: output).lines
    }
    let before = bindings
    guard expectedOutput.match(actual: output, bindings: &bindings) != nil else {
      return mode == .compact ? expectedOutput.compacted(matching: output, before)?.lines : nil
    }
    guard mode.writes(step) else { return nil }
    let lines = ExpectationMerge.lines(of: expectedOutput, matching: output, before)
    _ = ExpectedOutput(lines: lines).match(actual: output, bindings: &bindings)
    return lines
  }
}
