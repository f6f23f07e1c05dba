import MachoReporting
import MachoSessions

/// Finds stale parts of a script: sections that neither `@file` nor `source` reads, and expected
/// output of unreachable commands.
///
/// Commands skipped by a condition or by `skip` are not stale, because another run may reach them.
struct StaleExpectations {
  private let script: Script
  /// The indexes of the steps that were run.
  private let executedSteps: Set<Int>
  /// The sections that were read.
  private let readSections: Set<String>

  init(_ script: Script, executedSteps: Set<Int>, readSections: Set<String>) {
    self.script = script
    self.executedSteps = executedSteps
    self.readSections = readSections
  }

  /// The stale parts as failures, in the order of the lines.
  var failures: [ScriptResult.Failure] { unreachable + unused }

  /// Expected output below an unconditional `quit` that was run.
  private var unreachable: [ScriptResult.Failure] {
    let steps = script.steps
    let quit = steps.firstIndex { step in
      step.line.has(.endsSession) && step.line.conditions.isEmpty
        && step.line.expectedFailure == nil
    }
    guard let quit, executedSteps.contains(quit) else { return [] }
    return steps[(quit + 1)...].enumerated().compactMap { offset, step in
      guard let expectedOutput = step.expectedOutput else { return nil }
      return failure(
        step: quit + 1 + offset, line: expectedOutput.firstLine, step.text,
        "unreachable after the 'quit' in line \(steps[quit].lines.lowerBound)")
    }
  }

  private var unused: [ScriptResult.Failure] {
    script.sections.filter {
      !readSections.contains($0.name) && !isNamedByUnreadCommand($0.name) && !belongsToOtherCase($0)
    }
    .map { section in
      failure(
        step: nil, line: section.line, "-- \(section.name) --",
        "no @file or 'source' reads this section")
    }
  }

  /// Whether a command reads the section that was not run, or that had to fail, possibly before it read
  /// the section.
  private func isNamedByUnreadCommand(_ name: String) -> Bool {
    script.steps.enumerated().contains { index, step in
      (!executedSteps.contains(index) || step.line.expectedFailure != nil)
        && step.line.fileNames.contains(name)
    }
  }

  /// Whether another case of a specification may read a section, or reports it: the first case
  /// reports the sections that neither a command nor a row names.
  private func belongsToOtherCase(_ section: Section) -> Bool {
    guard let selection = script.selection else { return false }
    let own = Set(selection.stepIndices.compactMap(\.self))
    let isNamed = { (index: Int) in
      selection.allSteps[index].line.fileNames.contains(section.name)
    }
    if selection.allRows.contains(where: { Line.fileNames(in: $0[...]).contains(section.name) })
      || selection.allSteps.indices.contains(where: { !own.contains($0) && isNamed($0) })
    {
      return true
    }
    return selection.number != 0 && !own.contains(where: isNamed)
  }

  private func failure(
    step: Int?, line: Int, _ command: String, _ reason: String
  ) -> ScriptResult.Failure {
    .init(
      kind: .stale, step: step, line: line,
      phase: step == nil ? nil : script.phases(before: line).last?.title, command: command,
      code: "stale", message: reason, report: [StyledLine("stale: \(reason)", .problem)])
  }
}
