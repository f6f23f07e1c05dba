import MachoReporting

/// The new expected output of lines that scripts source: of a section, or of a file.
///
/// The lines may run several times, in one script or in many. Their new expected output must match in
/// all of these runs.
struct SourcedExpectations {
  /// The output of a command in one run.
  struct Observation {
    /// The name of the script, or of the case, that sources the command.
    var script: String
    /// The line of the command in the sourced text, counted from 1.
    var line: Int
    var command: String
    var output: [OutputLine]
  }

  /// The new expected lines by step, on which all runs agree.
  private(set) var lines: [Int: [ExpectedLine]] = [:]
  /// Why a step keeps its expected output although it is to be written, by step.
  private(set) var disagreements: [Int: String] = [:]

  /// Creates the expected output of a sourced text.
  ///
  /// - Parameter isWritten: Whether the expected output of the step with an index may be written. Default:
  ///   that of all steps.
  init(
    of script: Script, _ observations: [Observation], _ mode: ScriptRewriter.Mode,
    where isWritten: (Int) -> Bool = { _ in true }
  ) {
    let found = script.steps.map { step in
      observations.filter { $0.line == step.lines.lowerBound && $0.command == step.text }
    }
    // The output that does not match decides, because a line may match in some of its runs.
    let deciding = zip(script.steps, found).map { step, found in
      found.first { !Self.matches(step.expectedOutput?.lines ?? [], $0.output) } ?? found.first
    }
    let new = ScriptRewriter.newExpectations(of: script, deciding.map { $0?.output }, mode)
    for (index, lines) in new where isWritten(index) {
      guard let first = deciding[index] else { continue }
      guard let other = found[index].first(where: { !Self.matches(lines, $0.output) }) else {
        self.lines[index] = lines
        continue
      }
      disagreements[index] =
        first.script == other.script
        ? "does not print the same each time in \(first.script)"
        : "does not print the same in \(first.script) and \(other.script)"
    }
  }

  /// Whether expected lines match an output. Captures match as if nothing was captured before.
  private static func matches(_ lines: [ExpectedLine], _ output: [OutputLine]) -> Bool {
    var bindings = CaptureBindings()
    return ExpectedOutput(lines: lines).match(actual: output, bindings: &bindings) == nil
  }
}
