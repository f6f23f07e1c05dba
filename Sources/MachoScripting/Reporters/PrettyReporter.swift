/// The default, readable reporter: a line for each script, all failures, and a summary.
package struct PrettyReporter: Reporter {
  /// Creates a reporter.
  package init() {}

  package func start(scripts paths: [String]) -> [String] { [] }

  package func report(_ result: ScriptResult) -> [String] { Self.lines(for: result) }

  package func finish(_ summary: RunSummary) -> [String] {
    (summary.results.isEmpty ? [] : [Self.summary(summary.results)])
      + (summary.interruptionText.map { [$0] } ?? [])
  }

  /// Returns the whole report, with a final newline.
  package static func text(_ results: [ScriptResult]) -> String {
    (results.flatMap(lines) + [summary(results)]).map { $0 + "\n" }.joined()
  }

  /// Returns the lines of one script.
  package static func lines(for result: ScriptResult) -> [String] {
    switch result.status {
    case .passed: ["PASS \(result.path) (\(commands(result)))"]
    case .updated:
      ["UPDATED \(result.path) (\(count(result.counts.updated, "expectation")))"] + blocks(result)
    case .pending: ["PENDING \(result.path) (\(pendingNote(result)))"] + blocks(result)
    case .stale: ["STALE \(result.path) (\(commands(result)))"] + blocks(result)
    case .skipped(let reason): ["SKIP \(result.path): \(reason)"]
    case .failedAsExpected(let reason): ["XFAIL \(result.path): \(reason)"]
    case .failed:
      ["FAIL \(result.path)\(failureNote(result))"] + blocks(result)
    case .unparsable(let errors):
      ["FAIL \(result.path): cannot be parsed"]
        + errors.flatMap { indented(linesIgnoringCR(of: $0.text(path: result.path))) }
    case .unreadable(let reason): ["FAIL \(result.path): \(reason)"]
    case .crashed(let signal):
      ["CRASH \(result.path): \(signal)"] + blocks(result)
    case .timedOut:
      ["TIMEOUT \(result.path)"] + blocks(result)
    }
  }

  private static func failureNote(_ result: ScriptResult) -> String {
    let number = result.counts.updated
    guard number > 0 else {
      return result.pending.map { " (pending expectations in \($0))" } ?? ""
    }
    if result.pending != nil { return " (\(pendingNote(result)), the rest differs)" }
    return " (\(count(number, "expectation")) written, the rest differs)"
  }

  /// Returns the pending file, with the number of expectations that this run wrote to it.
  private static func pendingNote(_ result: ScriptResult) -> String {
    let number = result.counts.updated
    return (number > 0 ? "\(count(number, "expectation")) in " : "") + (result.pending ?? "")
  }

  private static func commands(_ result: ScriptResult) -> String {
    let total = result.counts.steps + result.counts.skipped
    return total == 0 ? "no commands" : count(total, "command")
  }

  private static func blocks(_ result: ScriptResult) -> [String] {
    result.failures.flatMap { block($0, result.path) }
  }

  private static func block(_ failure: ScriptResult.Failure, _ path: String) -> [String] {
    let phase = failure.phase.map { "  ## \($0)" } ?? ""
    let location = "\(failure.file ?? path):\(failure.line)\(phase)"
    return indented([location] + linesIgnoringCR(of: failure.command) + failure.report)
  }

  private static func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : "  " + $0 }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns the number of scripts by status, and the numbers of uncompared and skipped commands.
  package static func summary(_ results: [ScriptResult]) -> String {
    var parts: [String] = []
    for (word, matches) in countedStatuses {
      let number = results.count { matches($0.status) }
      if number > 0 { parts.append("\(number) \(word)") }
    }
    let uncompared = results.reduce(0) { $0 + $1.counts.uncompared }
    if uncompared > 0 { parts.append("\(count(uncompared, "command")) not compared") }
    let skipped = results.reduce(0) { $0 + $1.counts.skipped }
    if skipped > 0 { parts.append("\(count(skipped, "command")) skipped by a condition") }
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
