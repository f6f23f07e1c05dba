import MachoScripting
import MachoSessions
import MachoValues

/// A finding as a script that fails until the defect is mended.
package struct CounterexampleScript {
  /// The text of the script.
  package let text: String
  /// The name of the file, which depends on the lines only.
  package let name: String

  /// Creates the script of a run.
  ///
  /// - Parameters:
  ///   - command: The command line that found it, for a comment.
  package init(
    _ run: RunDescription, _ finding: Finding, target: ExplorationTarget, command: String
  ) {
    self.init(
      run, finding, feature: target.feature.name, prefix: target.prefix, command: command)
  }

  /// Creates the script of a run of a feature. `prefix` are the lines before the first step.
  package init(
    _ run: RunDescription, _ finding: Finding, feature: String, prefix: [String], command: String
  ) {
    let lines = Self.lines(run, finding, prefix)
    var hash = FNV1aHasher()
    for line in lines { hash.combine(line) }
    name = "\(feature)-\(finding.kind.rawValue)-\(hash.text.prefix(8)).macho"
    text =
      ([
        "#!macho \(Script.version)", "# \(singleLine(finding.message))",
        Self.originMark + singleLine(command),
      ] + lines).joined(separator: "\n") + "\n"
  }

  /// Returns the text of a script that passes, and ends in a state that satisfies a condition, if any.
  package static func text(
    reaching goal: String?, _ run: RunDescription, prefix: [String], comment: String
  ) -> String {
    var lines = ["#!macho \(Script.version)", "# \(singleLine(comment))"] + prefix
    if run.hasEffects { lines.append("exhaustive off") }
    lines += run.stubLines
    if !run.schedule.isEmpty { lines.append(Schedule.line(run.schedule)) }
    lines += [""] + run.lines
    if run.hasUnassertedActions { lines.append("skip received") }
    if let goal { lines.append("expect " + goal) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The beginning of the comment that names the command.
  private static let originMark = "# found by: "

  /// Whether a text is a script of a finding. Its values are not those of a user.
  package static func isWritten(_ text: String) -> Bool {
    text.split(separator: "\n", maxSplits: 3).dropFirst(2).first?.hasPrefix(originMark) ?? false
  }

  private static func lines(
    _ run: RunDescription, _ finding: Finding, _ prefix: [String]
  ) -> [String] {
    var lines = prefix
    // Whether effects still send actions does not matter once the defect is mended.
    if run.hasEffects { lines.append("exhaustive off") }
    if finding.kind == .hang || finding.kind == .endless { lines.append("timeout 5s") }
    lines += run.stubLines
    if !run.schedule.isEmpty { lines.append(Schedule.line(run.schedule)) }
    lines.append("")
    lines += run.lines
    // The output of two runs differs, which 'macho test --repeat' reports.
    if finding.kind == .replay { lines.append("state") }
    if finding.kind == .invariant {
      if run.hasUnassertedActions { lines.append("skip received") }
      lines.append("expect " + finding.identity)
    }
    return lines
  }
}

/// Returns a text on one line.
private func singleLine(_ text: String) -> String {
  text.split(whereSeparator: \.isNewline).joined(separator: " ")
}
