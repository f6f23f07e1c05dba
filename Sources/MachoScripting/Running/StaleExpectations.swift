/// Finds what a script keeps for nobody: sections that neither `@file` nor `source` read, and
/// output that is expected of commands which no run comes to.
///
/// What a condition or a `skip` left out is kept for another day and is not stale.
struct StaleExpectations {
  private let script: Script
  /// The steps that were run, by their numbers.
  private let executedSteps: Set<Int>
  /// The sections that were read.
  private let readSections: Set<String>

  init(_ script: Script, ran steps: Set<Int>, read sections: Set<String>) {
    self.script = script
    self.executedSteps = steps
    self.readSections = sections
  }

  /// What is stale, as failures in the order of the lines.
  var failures: [ScriptResult.Failure] { unreachable + unused }

  /// The gutters below a `quit` that every run comes to.
  private var unreachable: [ScriptResult.Failure] {
    let all = script.steps
    let last = all.firstIndex { step in
      step.line.verb == "quit" && step.line.conditions.isEmpty && step.line.expectedFailure == nil
    }
    guard let last, executedSteps.contains(last) else { return [] }
    return all[(last + 1)...].enumerated().compactMap { offset, step in
      guard let gutter = step.expectedOutput else { return nil }
      return failure(
        step: last + 1 + offset, line: gutter.firstLine, step.text,
        "nothing comes here from the 'quit' in line \(all[last].lines.lowerBound)")
    }
  }

  private var unused: [ScriptResult.Failure] {
    script.sections.filter { !readSections.contains($0.name) && !isNamedByUnreadCommand($0.name) }
      .map { section in
        failure(
          step: nil, line: section.line, "-- \(section.name) --",
          "neither @file nor 'source' read this section")
      }
  }

  /// Whether a command has the name that was not run, or that failed, as it must, before it read a
  /// file.
  private func isNamedByUnreadCommand(_ name: String) -> Bool {
    script.steps.enumerated().contains { index, step in
      (!executedSteps.contains(index) || step.line.expectedFailure != nil)
        && step.text.contains(name)
    }
  }

  private func failure(
    step: Int?, line: Int, _ command: String, _ why: String
  ) -> ScriptResult.Failure {
    .init(
      kind: .stale, step: step, line: line,
      phase: step == nil ? nil : script.phases(before: line).last?.title, command: command,
      code: "stale", report: ["stale: \(why)"])
  }
}
