import MachoReporting
import MachoSessions
import MachoValues

/// Writes the outcome of a line as lines of a script that passes.
package struct OutcomeTranscript {
  private let layout: DiffLayout
  /// Whether the lines are those of an edited script: `receive` by case, without watched values and
  /// implied `context` lines.
  private let isEdited: Bool

  /// A part of the lines.
  private enum Part {
    case entry(Transcript.Entry)
    case comment(String)

    var script: StyledScript {
      switch self {
      case .entry(let entry): TranscriptWriter.script(of: entry)
      case .comment(let text): StyledScript(text, .unchanged)
      }
    }

    var text: String { script.text }

    /// The entry, unless it is a comment.
    var command: Transcript.Entry? {
      guard case .entry(let entry) = self else { return nil }
      return entry
    }
  }

  /// Returns the lines, each with its newline. Returns an empty string if a script does not need
  /// the line.
  ///
  /// - Parameter expectedOutput: Matching expected output with captures, written instead of the
  ///   literal output.
  /// - Parameter layout: How diffs are written.
  /// - Parameter isEdited: Whether the lines are those of an edited script: `receive` by case, without
  ///   watched values and implied `context` lines. Default: `false`.
  package static func text(
    for outcome: Outcome, expectedOutput: ExpectedOutput? = nil, layout: DiffLayout = .compact,
    isEdited: Bool = false
  ) -> String {
    script(for: outcome, expectedOutput: expectedOutput, layout: layout, isEdited: isEdited).text
  }

  /// Returns the lines of `text(for:)` with their roles.
  static func script(
    for outcome: Outcome, expectedOutput: ExpectedOutput? = nil, layout: DiffLayout = .compact,
    isEdited: Bool = false
  ) -> StyledScript {
    OutcomeTranscript(layout: layout, isEdited: isEdited).parts(of: outcome, expectedOutput)
      .reduce(into: StyledScript()) { $0 += $1.script }
  }

  /// The lines of an edited script for an outcome, in their order.
  struct EditedText {
    /// What happened before the command.
    var before: String
    /// The command.
    var command: String
    /// The `context` line that the command needs.
    var context: String
    /// The received actions.
    var after: String
  }

  /// Returns the lines of an edited script.
  static func editedText(for outcome: Outcome) -> EditedText {
    let transcript = OutcomeTranscript(layout: .compact, isEdited: true)
    let parts = transcript.groupedParts(of: outcome, nil)
    func text(_ parts: [Part]) -> String { parts.map(\.text).joined() }
    return EditedText(
      before: text(parts.before), command: text(parts.command),
      context: text(transcript.contextEntry(of: outcome)), after: text(parts.after))
  }

  /// Whether a script with the lines of an earlier outcome passes with this outcome of the same line.
  package static func matches(_ lines: String, _ outcome: Outcome) -> Bool {
    guard let steps = try? ScriptParser.parse(lines).steps else {
      return lines == text(for: outcome)
    }
    let entries = OutcomeTranscript(layout: .compact, isEdited: false).parts(of: outcome, nil)
      .compactMap(\.command)
    guard steps.count == entries.count else { return false }
    return zip(steps, entries).allSatisfy { step, entry in
      var bindings = CaptureBindings()
      let expectedOutput = step.expectedOutput ?? ExpectedOutput(lines: [])
      return ByteSearch.areSame(step.text, normalizedLine(entry.command))
        && expectedOutput.match(actual: entry.output, bindings: &bindings) == nil
    }
  }

  private func parts(of outcome: Outcome, _ expectedOutput: ExpectedOutput?) -> [Part] {
    let parts = groupedParts(of: outcome, expectedOutput)
    return parts.before + parts.command + parts.after
  }

  private func groupedParts(
    of outcome: Outcome, _ expectedOutput: ExpectedOutput?
  ) -> (before: [Part], command: [Part], after: [Part]) {
    let outcome = isEdited ? outcome.withoutWatchedValues : outcome
    // A script needs stubs before the line that makes the calls.
    let stubs = outcome.received.prefix { if case .called = $0 { true } else { false } }
    // A script prints watched values that ignored actions changed with the command.
    let rest = outcome.received.dropFirst(stubs.count)
    let watched = rest.prefix { if case .watched = $0 { true } else { false } }
    var commandOutcome = outcome
    if !outcome.isExternal, !watched.isEmpty { commandOutcome.events += watched }
    let settle = outcome.isExternal && !outcome.text.isEmpty ? settleEntry : []
    return (
      unobservedComment(outcome) + parts(of: outcome.preceding) + parts(of: stubs),
      command(commandOutcome, expectedOutput),
      settle + parts(of: rest.dropFirst(watched.count))
    )
  }

  /// Returns a comment that says why a script from a live session may fail.
  private func unobservedComment(_ outcome: Outcome) -> [Part] {
    var lines: [String] = []
    for case .unobserved(let endpoints, let areAsyncStreams) in outcome.events {
      lines += UnobservedEndpoints.lines(for: endpoints, areAsyncStreams: areAsyncStreams)
    }
    return comment(lines)
  }

  /// Returns received actions and calls as lines, with their diffs and watched values, and what a script
  /// cannot do as comments.
  private func parts(of events: some Collection<Event>) -> [Part] {
    guard !events.isEmpty else { return [] }
    var entries: [(line: Line, events: [Event])] = []
    for event in events {
      switch event {
      case .received(let action, _, let casePattern):
        let pattern = isEdited ? casePattern ?? action : action
        entries.append((Line(.receive, pattern), [event]))
      case .called(let line), .externalInput(let line): entries.append((line, []))
      case .remark(let text): entries.append((Line("# " + text), []))
      case .modified(let line, let change): entries.append((line, [.changed(change)]))
      case .watched where !isEdited:
        let last = entries.lastIndex { $0.line.command != nil }
        if let last { entries[last].events.append(event) }
      default: break
      }
    }
    return entries.flatMap { line, events -> [Part] in
      if line.command == nil { return [.comment(line.text + "\n")] }
      return line == .settleInScript
        ? settleEntry : entry(line.text, line.command, EventFormatter.lines(for: events))
    }
  }

  /// `settle`, matching any output: the awaited effects differ from run to run.
  private var settleEntry: [Part] { entryWithAnyOutput(Line.settleInScript.text) }

  private func command(_ outcome: Outcome, _ expectedOutput: ExpectedOutput?) -> [Part] {
    if outcome.text.isEmpty { return externalWorkEntry(outcome) }
    if !outcome.endpointProblems.isEmpty {
      return endpointComment(outcome) + command(replacingEndpoints(outcome), expectedOutput)
    }
    // An unknown verb is written as typed: the line fails in a script too.
    let form = outcome.line?.command?.transcript ?? .line
    if form == .excluded { return [] }
    if outcome.wasLive, case .lineUnlessLive(let liveForm) = form,
      let replacement = parts(of: outcome, as: liveForm)
    {
      return replacement
    }
    if let failure = outcome.failure {
      return (isEdited ? [] : contextEntry(of: outcome)) + failed(failure, outcome)
    }
    if outcome.wasSkipped { return skippedEntry(outcome.text) }
    if form == .omitted || outcome.line?.verb.isEmpty ?? true { return [] }
    if form == .comment { return comment([outcome.text]) }
    // The received action was written when it was applied.
    if outcome.assertsReceivedAction { return [] }
    let output = EventFormatter.lines(for: outcome, isRecorded: true)
    return entry(outcome.text, outcome.line?.command, output, expectedOutput)
      + (isEdited ? [] : contextEntry(of: outcome))
  }

  /// Returns a comment about the problems that only the real endpoints report.
  private func endpointComment(_ outcome: Outcome) -> [Part] {
    let problems = outcome.endpointProblems.map { "  \($0.code): \($0.message)" }
    return comment(["reported by an endpoint, which this script stubs:"] + problems)
  }

  /// Returns the outcome of the line in a script with stubs, which may not expect a failure then.
  private func replacingEndpoints(_ outcome: Outcome) -> Outcome {
    var replaced = outcome.withoutEndpointProblems
    let failure = outcome.failure ?? outcome.expectedFailure
    if let line = outcome.line, line.expectedFailure != nil, failure?.isOfEndpoint == true {
      replaced.text = conditionPrefix(of: line) + line.commandText
    }
    return replaced
  }

  /// Returns what replaces a line of a live session, or `nil` to keep the line.
  private func parts(of outcome: Outcome, as form: Command.LiveForm) -> [Part]? {
    switch form {
    case .omitted: []
    case .comment(let reason): comment([reason, outcome.text])
    case .commentIfUnsupported(let reason):
      outcome.failure?.code == "not-supported" ? comment([reason, outcome.text]) : nil
    case .replacement(let line): outcome.failure == nil ? entry(line) : nil
    }
  }

  /// Returns the entry of a line that a condition skipped. An invalid command becomes a comment.
  private func skippedEntry(_ text: String) -> [Part] {
    let line = entry(text)
    let lines = line.map(\.text).joined()
    let isCommand = (try? ScriptValidator.parse(Array(lines.utf8))) != nil
    return isCommand ? line : comment(["skipped:", text])
  }

  /// Returns the entry of external work that completed between two lines: a script waits for it.
  private func externalWorkEntry(_ outcome: Outcome) -> [Part] {
    if let failure = outcome.failure {
      guard !outcome.wasLive else { return comment(["\(failure.code): \(failure.message)"]) }
      return entry("! [\(failure.code)] \(Line.settleInScript.text)")
    }
    let hasActions = !outcome.received.isEmpty || outcome.hasAppliedIgnoredActions
    return !hasActions || outcome.wasLive ? [] : settleEntry
  }

  /// Returns a `context` line if a prompt opened the feature in another context than scripts do. It is
  /// below the line that opened the feature, but above one that failed.
  private func contextEntry(of outcome: Outcome) -> [Part] {
    outcome.impliedContext.map { entry("context \($0.text)") } ?? []
  }

  /// - Parameter command: The verb of the line, if the line begins with it.
  private func entry(
    _ text: String, _ command: Command? = nil, _ output: [OutputLine] = [],
    _ expectedOutput: ExpectedOutput? = nil
  ) -> [Part] {
    [
      .entry(
        Transcript.Entry(
          text, role: command == .receive ? .received : .plain, output: output, layout: layout,
          expectedOutput: expectedOutput))
    ]
  }

  private func entryWithAnyOutput(_ command: String) -> [Part] {
    entry(command, nil, [], ExpectedOutput(lines: [ExpectedLine(raw: "|...", kind: .anyLines)]))
  }
}

// MARK: - Failures

extension OutcomeTranscript {
  private func failed(_ failure: Diagnostic, _ outcome: Outcome) -> [Part] {
    guard let line = outcome.line, !line.verb.isEmpty, failure.code != "unknown-condition" else {
      return comment([outcome.text, "  \(failure.code): \(failure.message)"])
    }
    let prefix = conditionPrefix(of: line)
    switch failure.code {
    // Scripts are not interrupted.
    case "interrupted": return comment(["interrupted:", outcome.text])
    // A replay would crash too.
    case "crashed":
      return comment(["crashed: \(failure.message)"] + failure.notes + [outcome.text])
    case "unexpected-pass":
      if outcome.assertsReceivedAction {
        return comment(["expected to fail, but passed:", outcome.text])
      }
      return comment(["expected to fail, but passed:"])
        + entry(prefix + line.commandText, nil, EventFormatter.lines(for: outcome.events))
    case "wrong-failure":
      var other = outcome
      other.failure = outcome.unexpectedFailure
      return comment(["failed differently: \(failure.message)"])
        + (other.failure.map { failed($0, other) } ?? [])
    case _ where outcome.wasLive && failure.dependsOnContext:
      return comment(["in a live session:", "  \(failure.code): \(failure.message)"])
        + entryWithAnyOutput("\(prefix)! [\(failure.code)] \(line.commandText)")
    // A script has other pending calls and advice.
    case _ where outcome.wasLive && line.command?.traits.contains(.assertsEnd) == true:
      return entryWithAnyOutput("\(prefix)! [\(failure.code)] \(line.commandText)")
    default:
      return entry(
        "\(prefix)! [\(failure.code)] \(line.commandText)", nil,
        EventFormatter.lines(for: outcome, isRecorded: true))
    }
  }

  /// Returns the conditions of a line as typed, followed by a space.
  private func conditionPrefix(of line: Line) -> String {
    guard let first = line.conditions.first, let last = line.conditions.last else { return "" }
    let bytes = line.text.utf8.prefix(last.range.upperBound).dropFirst(first.range.lowerBound)
    return String(Substring(bytes)) + " "
  }

  private func comment(_ texts: [String]) -> [Part] {
    texts.map { .comment(commentLines($0)) }
  }
}

extension Outcome {
  /// The outcome without the values of watched parts that the line printed.
  fileprivate var withoutWatchedValues: Outcome {
    var outcome = self
    outcome.events.removeAll(where: \.isWatchedValue)
    outcome.received.removeAll(where: \.isWatchedValue)
    return outcome
  }

  /// Whether the line was a `receive` of an action that was already applied.
  var assertsReceivedAction: Bool {
    events.contains { event in
      if case .asserted = event { true } else { false }
    }
  }
}

extension Event {
  fileprivate var isWatchedValue: Bool { if case .watched = self { true } else { false } }
}
