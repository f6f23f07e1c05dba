import MachoReporting

/// The default, readable reporter: a line for each script, all failures, and a summary.
package struct PrettyReporter: Reporter {
  /// Creates a reporter.
  package init() {}

  package func start(scripts paths: [String]) -> [StyledLine] { [] }

  package func report(_ result: ScriptResult) -> [StyledLine] { Self.lines(for: result) }

  package func finish(_ summary: RunSummary) -> [StyledLine] {
    Self.hints(summary.results)
      + (summary.results.isEmpty ? [] : [StyledLine(Self.summary(summary.results))])
      + (summary.interruptionText.map { [StyledLine($0, .failure)] } ?? [])
  }

  /// Returns the lines of one script.
  package static func lines(for result: ScriptResult) -> [StyledLine] {
    switch result.status {
    case .passed:
      [StyledLine("PASS \(result.name) (\(commands(result))\(leftNote(result)))", .success)]
    case .updated:
      [StyledLine("UPDATED \(result.name) (\(writtenNote(result))\(leftNote(result)))", .notice)]
        + blocks(result)
    case .pending:
      [StyledLine("PENDING \(result.name) (\(writtenNote(result))\(leftNote(result)))", .notice)]
        + blocks(result)
    case .stale:
      [StyledLine("STALE \(result.name) (\(commands(result)))", .notice)] + blocks(result)
    case .skipped(let reason): [StyledLine("SKIP \(result.name): \(reason)", .unchanged)]
    case .failedAsExpected(let reason):
      [StyledLine("XFAIL \(result.name): \(reason)\(updateNote(result))", .unchanged)]
    case .failed:
      [StyledLine("FAIL \(result.name)\(failureNote(result))", .failure)] + blocks(result)
    case .unparsable(let errors):
      [StyledLine("FAIL \(result.name): cannot be parsed\(updateNote(result))", .failure)]
        + errors.flatMap { $0.styledLines(path: result.path).map(\.indented) }
    case .unreadable(let reason): [StyledLine("FAIL \(result.name): \(reason)", .failure)]
    case .crashed(let signal):
      [StyledLine("CRASH \(result.name): \(signal)\(updateNote(result))", .failure)]
        + blocks(result)
    case .timedOut:
      [StyledLine("TIMEOUT \(result.name)\(updateNote(result))", .failure)] + blocks(result)
    }
  }

  /// Returns what an update wrote and what it left.
  private static func updateNote(_ result: ScriptResult) -> String {
    let written = hasWritten(result) ? writtenNote(result, verb: " written") : nil
    let notes = [written, result.notUpdated.map { "not updated: \($0)" }].compactMap(\.self)
    return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
  }

  private static func failureNote(_ result: ScriptResult) -> String {
    if result.notUpdated != nil { return updateNote(result) }
    guard hasWritten(result) else {
      return result.pending.map { " (pending expectations in \($0))" } ?? ""
    }
    let differs = result.failures.contains(where: \.isOfOutput)
    guard differs else { return updateNote(result) }
    return " (\(writtenNote(result, verb: " written")), the rest differs)"
  }

  /// Returns what an update of a script that did not fail has left, as the end of a note.
  private static func leftNote(_ result: ScriptResult) -> String {
    result.notUpdated.map { "; not updated: \($0)" } ?? ""
  }

  private static func hasWritten(_ result: ScriptResult) -> Bool {
    result.counts.updated > 0 || !result.updatedFiles.isEmpty
  }

  /// Returns how many expectations an update wrote, and to which files other than the script.
  ///
  /// - Parameter verb: What follows the numbers of expectations that were written to scripts. Default:
  ///   nothing.
  private static func writtenNote(_ result: ScriptResult, verb: String = "") -> String {
    let number = result.counts.updated
    let files = result.updatedFiles.map { file in
      let name = file.pending ?? file.path
      return "\(counted(file.count, "expectation")) in \(name)" + (file.pending == nil ? verb : "")
    }
    // The pending file is that of a sourced file then.
    if number == 0, !files.isEmpty { return files.joined(separator: "; ") }
    let own =
      if let pending = result.pending {
        (number > 0 ? "\(counted(number, "expectation")) in " : "") + pending
      } else {
        counted(number, "expectation") + verb
      }
    return ([own] + files).joined(separator: "; ")
  }

  private static func commands(_ result: ScriptResult) -> String {
    let total = result.counts.steps + result.counts.skipped
    let commands = total == 0 ? "no commands" : counted(total, "command")
    return commands + (result.schedules.map { ", \($0.text)" } ?? "")
  }

  private static func blocks(_ result: ScriptResult) -> [StyledLine] {
    result.failures.flatMap { block($0, result.path) }
  }

  private static func block(_ failure: ScriptResult.Failure, _ path: String) -> [StyledLine] {
    let phase = failure.phase.map { "  ## \($0)" } ?? ""
    let location = "\(failure.file ?? path):\(failure.line)\(phase)"
    let lines =
      [StyledLine(location)] + StyledLine.plain(linesIgnoringCR(of: failure.command))
      + failure.report
      + notice(commandsNotRun: failure.commandsNotRun)
    return lines.map(\.indented)
  }

  private static func notice(commandsNotRun number: Int) -> [StyledLine] {
    switch number {
    case 0: []
    case 1: [StyledLine("1 command below was not run", .notice)]
    default: [StyledLine("\(number) commands below were not run", .notice)]
    }
  }

  /// Returns a command for each change of a feature that may be the reason for failures.
  static func hints(_ results: [ScriptResult]) -> [StyledLine] {
    MigrationHint.lines(for: results.filter { !$0.isSuccess }.flatMap(\.failures).flatMap(\.hints))
  }

  /// Returns the number of scripts by status, and the numbers of uncompared and skipped commands.
  package static func summary(_ results: [ScriptResult]) -> String {
    var parts: [String] = []
    for (word, matches) in countedStatuses {
      let number = results.count { matches($0.status) }
      if number > 0 { parts.append("\(number) \(word)") }
    }
    let uncompared = results.reduce(0) { $0 + $1.counts.uncompared }
    if uncompared > 0 { parts.append("\(counted(uncompared, "command")) not compared") }
    let skipped = results.reduce(0) { $0 + $1.counts.skipped }
    if skipped > 0 { parts.append("\(counted(skipped, "command")) skipped by a condition") }
    return parts.isEmpty ? "no scripts" : parts.joined(separator: ", ")
  }

  private static var countedStatuses: [(word: String, matches: (ScriptResult.Status) -> Bool)] {
    [
      ("passed", { $0 == .passed }),
      ("updated", { $0 == .updated }),
      ("pending", { $0 == .pending }),
      ("stale", { $0 == .stale }),
      ("failed", { $0 == .failed }),
      ("failed as expected", { if case .failedAsExpected = $0 { true } else { false } }),
      ("skipped", { if case .skipped = $0 { true } else { false } }),
      ("unreadable", { if case .unreadable = $0 { true } else { false } }),
      ("not parsed", { if case .unparsable = $0 { true } else { false } }),
      ("crashed", { if case .crashed = $0 { true } else { false } }),
      ("timed out", { $0 == .timedOut }),
    ]
  }
}
