import MachoScripting
import MachoSessions

/// A finding as a script that fails until the defect is mended.
package struct CounterexampleScript {
  /// The text of the script, with the files that it reads.
  package let text: String
  /// The commands.
  package let commands: [String]
  /// The name of the file, which depends on the commands and files only.
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

  /// Creates the script of a run of a feature.
  package init(
    _ run: RunDescription, _ finding: Finding, feature: String, prefix: RunPrefix, command: String
  ) {
    let isEndless = finding.kind == .hang || finding.kind == .endless
    var lines = Self.lines(run, prefix, settings: isEndless ? [Line(.timeout, "5s")] : [])
    // The output of two runs differs, which 'macho test --repeat' reports.
    if finding.kind == .replay { lines.append(Line(.state).text) }
    if finding.kind == .invariant, run.property == nil {
      lines += Self.endLines(run, expecting: finding.identity)
    }
    commands = lines.filter { !$0.isEmpty }
    let sections = prefix.sections
    var hash = FNV1aHasher()
    for line in lines { hash.combine(line) }
    if !sections.isEmpty { hash.combine(sections) }
    name = "\(feature)-\(finding.kind.rawValue)-\(hash.text.prefix(8)).macho"
    text =
      Self.text([singleLine(finding.message), Self.origin + singleLine(command)], lines) + sections
  }

  /// Returns the text of a script that passes, and ends in a state that satisfies a condition, if any.
  package static func text(
    reaching goal: String?, _ run: RunDescription, prefix: RunPrefix, comment: String
  ) -> String {
    text([singleLine(comment)], lines(run, prefix) + endLines(run, expecting: goal))
      + prefix.sections
  }

  /// The beginning of the comment that names the command.
  private static let origin = "found by: "

  /// Whether a text is a script of a finding. Its values are not those of a user.
  package static func isWritten(_ text: String) -> Bool {
    text.split(separator: "\n", maxSplits: 3).dropFirst(2).first?.hasPrefix("# " + origin) ?? false
  }

  private static func text(_ comments: [String], _ lines: [String]) -> String {
    (["#!macho \(Script.version)"] + comments.map { "# " + $0 } + lines).joined(separator: "\n")
      + "\n"
  }

  /// Returns the lines of a run, after the settings that it needs.
  private static func lines(
    _ run: RunDescription, _ prefix: RunPrefix, settings: [Line] = []
  ) -> [String] {
    // Whether effects still send actions does not matter once a defect is mended.
    let exhaustive = run.hasEffects ? [Line(.exhaustive, "off")] : []
    let schedule = run.schedule.isEmpty ? [] : [Schedule.line(run.schedule)]
    // The script of a failure is about one property.
    let beginning = prefix.lines.filter { !$0.declaresProperty }
    let property = run.property.map { [$0] } ?? []
    let opening = beginning + exhaustive + settings + run.stubLines + schedule + property
    return opening.map(\.text) + [""] + run.lines.map(\.text)
  }

  /// Returns the lines at the end of a run.
  private static func endLines(_ run: RunDescription, expecting condition: String?) -> [String] {
    (run.hasUnassertedActions ? [Line(.skip, "received").text] : [])
      + (condition.map { [Line(.expect, $0).text] } ?? [])
  }
}

/// Returns a text on one line.
private func singleLine(_ text: String) -> String {
  text.split(whereSeparator: \.isNewline).joined(separator: " ")
}
