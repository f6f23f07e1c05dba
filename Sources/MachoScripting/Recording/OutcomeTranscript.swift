import MachoReporting
import MachoSessions

/// Writes what came of a line as lines of a script that pass.
package enum OutcomeTranscript {
  /// The lines, each with its newline; nothing for what a script has no use for. A `gutter` that
  /// the output matches stands below the command in place of the output.
  package static func text(for outcome: Outcome, gutter: ExpectedOutput? = nil) -> String {
    if gutter == nil, let text = plainText(for: outcome) { return text }
    // A script needs the stubs of the calls that a line makes before the line.
    let stubs = outcome.received.prefix { if case .called = $0 { true } else { false } }
    // What is watched and was changed by what is filtered: a script prints it with the command.
    let rest = outcome.received.dropFirst(stubs.count)
    let silent = rest.prefix { if case .watched = $0 { true } else { false } }
    var own = outcome
    if !outcome.isExternal { own.events += silent }
    return text(of: outcome.preceding + stubs) + command(own, gutter)
      + (outcome.isExternal && !outcome.text.isEmpty ? settleEntry : "")
      + text(of: Array(rest.dropFirst(silent.count)))
  }

  /// The lines of what most outcomes are, an action and its diff, where they are plain to see.
  static func plainText(for outcome: Outcome) -> String? {
    guard outcome.events.count == 1, case .changed(let diff) = outcome.events[0],
      outcome.line?.verb == "send", outcome.failure == nil, outcome.expectedFailure == nil,
      !outcome.wasLive, !outcome.wasSkipped, !outcome.isExternal, outcome.preceding.isEmpty,
      outcome.received.isEmpty, outcome.impliedContext == nil
    else { return nil }
    return TranscriptWriter.plainText(outcome.text, printing: diff ?? EventFormatter.unchanged)
  }

  /// What came, each as a line with its output: its diff, and what of it is watched.
  private static func text(of events: [Event]) -> String {
    var entries: [(command: String, output: [String])] = []
    for event in events {
      switch event {
      case .received(let action, _):
        entries.append(("receive \(action)", EventFormatter.lines(for: event)))
      case .called(let line), .externalInput(let line): entries.append((line, []))
      case .watched where !entries.isEmpty:
        entries[entries.count - 1].output += EventFormatter.lines(for: event)
      default: break
      }
    }
    return entries.map { $0.command == settleCommand ? settleEntry : entry($0.command, $0.output) }
      .joined()
  }

  /// What a script does before it can name what came from outside.
  private static let settleCommand = "settle within 10s"

  /// The same with any output: for which effects it waits is another time's matter.
  private static var settleEntry: String { settleCommand + "\n|...\n" }

  private static func command(_ outcome: Outcome, _ gutter: ExpectedOutput?) -> String {
    if outcome.text.isEmpty { return externalWorkEntry(outcome) }
    // What is done with a recording is no part of it.
    if ["record", "save", "export"].contains(outcome.line?.verb) { return "" }
    if outcome.wasLive, let text = liveSessionEntry(outcome) { return text }
    if let failure = outcome.failure { return self.failureText(failure, of: outcome) }
    if outcome.wasSkipped { return skippedEntry(outcome.text) }
    switch outcome.line?.verb {
    case "help", "quit", "", nil: return ""
    // What it sources stands below; what it expects to fail stands there as lines that must.
    case "source", "xfail": return comment([outcome.text])
    default: break
    }
    // Taken and written before, when it came.
    if outcome.assertsReceivedAction { return "" }
    return entry(outcome.text, EventFormatter.lines(for: outcome, isRecorded: true), gutter)
      + contextEntry(after: outcome)
  }

  /// What a line of a live session is where nothing is live; `nil`: the same.
  private static func liveSessionEntry(_ outcome: Outcome) -> String? {
    switch outcome.line?.verb {
    // What came meanwhile, and when, stands there in lines of its own.
    case "settle": ""
    case "advance": comment(["in a live session time passes by itself:", outcome.text])
    case "context" where outcome.failure == nil: entry("context test")
    // Where nothing is live it can.
    case "undo" where outcome.failure?.code == "not-supported",
      "redo" where outcome.failure?.code == "not-supported":
      comment(["a live object's past cannot be replayed:", outcome.text])
    default: nil
    }
  }

  /// What a condition left out was never run, and may be no command at all.
  private static func skippedEntry(_ text: String) -> String {
    let line = entry(text)
    let isCommand = (try? ScriptValidator.parse(Array(line.utf8))) != nil
    return isCommand ? line : comment(["left out:", text])
  }

  /// What came from outside between two lines: a script has to wait for it.
  private static func externalWorkEntry(_ outcome: Outcome) -> String {
    if let failure = outcome.failure {
      guard !outcome.wasLive else { return comment(["\(failure.code): \(failure.message)"]) }
      return entry("! [\(failure.code)] \(settleCommand)")
    }
    let hasTaken = !outcome.received.isEmpty || outcome.hasAppliedIgnoredActions
    return !hasTaken || outcome.wasLive ? "" : settleEntry
  }

  /// A script opens features in the context `test`, whatever a prompt does.
  private static func contextEntry(after outcome: Outcome) -> String {
    outcome.impliedContext.map { entry("context \($0.rawValue)") } ?? ""
  }

  private static func entry(
    _ command: String, _ output: [String] = [], _ gutter: ExpectedOutput? = nil
  ) -> String {
    TranscriptWriter.text(Transcript.Entry(command, output: output, gutter: gutter))
  }
}

// MARK: - Failures

extension OutcomeTranscript {
  private static func failureText(_ failure: Diagnostic, of outcome: Outcome) -> String {
    guard let line = outcome.line, !line.verb.isEmpty, failure.code != "unknown-condition" else {
      return comment([outcome.text, "  \(failure.code): \(failure.message)"])
    }
    let prefix = conditionPrefix(of: line)
    switch failure.code {
    // Nobody interrupts a script.
    case "interrupted": return comment(["interrupted:", outcome.text])
    case "unexpected-pass":
      if outcome.assertsReceivedAction {
        return comment(["did not fail, as '!' said it would:", outcome.text])
      }
      return comment(["did not fail, as '!' said it would:"])
        + entry(prefix + line.command, outcome.events.flatMap(EventFormatter.lines))
    case "wrong-failure":
      var other = outcome
      other.failure = outcome.unexpectedFailure
      return comment(["failed in another way: \(failure.message)"])
        + (other.failure.map { self.failureText($0, of: other) } ?? "")
    default:
      return entry(
        "\(prefix)! [\(failure.code)] \(line.command)",
        EventFormatter.lines(for: outcome, isRecorded: true))
    }
  }

  /// The conditions of a line as they stand in it, with a space behind them.
  private static func conditionPrefix(of line: Line) -> String {
    guard let first = line.conditions.first, let last = line.conditions.last else { return "" }
    let bytes = line.text.utf8.prefix(last.range.upperBound).dropFirst(first.range.lowerBound)
    return String(Substring(bytes)) + " "
  }

  private static func comment(_ texts: [String]) -> String {
    texts.flatMap(linesIgnoringCR).map { "# \(OutputEscaping.encode($0))\n" }.joined()
  }
}

extension Outcome {
  /// Whether the line was a `receive` of an action that had been taken.
  var assertsReceivedAction: Bool {
    events.contains { event in
      if case .asserted = event { true } else { false }
    }
  }
}
