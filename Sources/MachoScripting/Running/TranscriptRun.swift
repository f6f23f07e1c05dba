import MachoReporting
import MachoSessions

/// Runs a script as if it were typed at a prompt, and tells what it would look like: `macho run`.
package struct TranscriptRun {
  private let session: Session
  private let script: Script

  /// Prepares to run a script over some features.
  package init(
    _ script: Script, path: String, catalog: [any DrivenFeature], context: RunContext? = .test,
    environment: [String: String] = [:]
  ) {
    self.script = script
    session = Session(
      catalog: catalog, taking: .atOnce, context: context,
      files: ScriptFileSource(script, path: path), environment: environment)
    session.patience = .seconds(2)
  }

  /// Runs it; `willRun` is told of each step first, `write` gets the transcript piece by piece.
  /// Whether no command failed.
  package func run(willRun: (Script.Step) -> Void = { _ in }, write: (String) -> Void) -> Bool {
    var hasPassed = true
    write(TranscriptWriter.header)
    // The lines of the file that were written, or belong to a step that was.
    var done = 0
    var hasWaited = false
    for step in script.steps {
      write(betweenSteps(done..<step.lines.lowerBound - 1))
      done = step.lines.upperBound - 1 + (step.gutter?.lines.count ?? 0)
      willRun(step)
      let outcome = session.run(step.text)
      hasPassed = hasPassed && outcome.failure == nil
      // What the script itself waits for may have been waited for, and written, already.
      let isWritten = hasWaited && outcome.isIdleSettle
      if !isWritten { write(OutcomeTranscript.text(for: outcome)) }
      hasWaited = outcome.cameFromOutside || hasWaited && (isWritten || outcome.isNaming)
      if outcome.request != nil { return end(hasPassed, write) }
    }
    var last = script.sections.first.map { $0.line - 1 } ?? lines.count
    while last > done, trim(lines[last - 1].text[...]).isEmpty { last -= 1 }
    write(betweenSteps(done..<last))
    return end(hasPassed, write)
  }

  private var lines: [SourceText.Line] { script.source.lines }

  /// Comments, phases and empty lines, as they stand in the file. The version is written already.
  private func betweenSteps(_ range: Range<Int>) -> String {
    lines[range].lazy.map(\.text).filter { Header.version(in: $0) == nil }
      .map { trim($0[...]) + "\n" }.joined()
  }

  private func end(_ hasPassed: Bool, _ write: (String) -> Void) -> Bool {
    var hasPassed = hasPassed
    if !session.isFinished {
      let outcome = session.run("finish")
      if outcome.failure != nil {
        hasPassed = false
        write(OutcomeTranscript.text(for: outcome))
      }
    }
    if !script.sections.isEmpty { write("\n") }
    for section in script.sections { write(section.text) }
    return hasPassed
  }
}

extension Outcome {
  /// Whether a `settle` found nothing to wait for.
  fileprivate var isIdleSettle: Bool {
    line?.verb == "settle" && events.isEmpty && failure == nil && expectedFailure == nil
  }
}
