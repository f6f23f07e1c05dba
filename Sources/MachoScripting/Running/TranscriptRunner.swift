import MachoReporting
import MachoSessions

/// Runs a script as if it were typed at a prompt, and tells what it would look like: `macho run`.
package struct TranscriptRunner {
  private let session: Session
  private let script: Script
  private let willRun: (Script.Step) -> Void
  private let write: (String) -> Void
  private var hasPassed = true
  private var hasSettled = false
  private var sourceLimits = SourcedScript.Limits()
  private let files: ScriptFileSource
  /// The sections that were read other than by 'source', whose lines stand in the transcript itself.
  private var sections: Set<String> = []

  /// Stops a line that waits.
  package var interrupt: Interrupt { session.interrupt }

  /// Prepares to run a script over some features. `files` are those beside the script, where not
  /// all may be read. `willRun` is told of each step first, `write` gets the transcript piece by
  /// piece.
  package init(
    _ script: Script, path: String, files directory: DirectoryFiles? = nil,
    catalog: [any DrivenFeature], context: RunContext? = .test,
    environment: [String: String] = [:], willRun: @escaping (Script.Step) -> Void = { _ in },
    write: @escaping (String) -> Void
  ) {
    self.script = script
    self.willRun = willRun
    self.write = write
    files = ScriptFileSource(script, path: path, files: directory)
    session = Session(
      catalog: catalog, taking: .immediate, context: context, files: files, environment: environment
    )
    session.externalWorkTimeout = .seconds(2)
  }

  /// Runs it; whether no command failed.
  package mutating func run() -> Bool {
    write(TranscriptWriter.header)
    // The lines of the file that were written, or belong to a step that was.
    var done = 0
    for step in script.steps {
      write(textBetweenSteps(done..<step.lines.lowerBound - 1))
      done = step.lines.upperBound - 1 + (step.expectedOutput?.lines.count ?? 0)
      guard run(step, depth: 0) else { return finish() }
    }
    var last = script.sections.first.map { $0.line - 1 } ?? lines.count
    while last > done, trim(lines[last - 1].text[...]).isEmpty { last -= 1 }
    write(textBetweenSteps(done..<last))
    return finish()
  }

  /// Runs a step and writes what came of it; whether to go on.
  private mutating func run(_ step: Script.Step, depth: Int) -> Bool {
    willRun(step)
    let outcome = session.run(step.text)
    hasPassed = hasPassed && outcome.failure == nil
    // What the script itself waits for may have been waited for, and written, already.
    let isWritten = hasSettled && outcome.isIdleSettle
    if !isWritten {
      write(OutcomeTranscript.text(for: outcome, gutter: boundExpectation(of: step, outcome)))
    }
    hasSettled = outcome.isExternal || hasSettled && (isWritten || outcome.assertsReceivedAction)
    if case .source(let name, let text) = outcome.directive {
      _ = files.takeRecentSections()
      return source(name, text, depth: depth + 1)
    }
    sections.formUnion(files.takeRecentSections())
    switch outcome.directive {
    case .quit, .skip: return false
    case .expectFailure, .timeout, .source, nil: return true
    }
  }

  /// The gutter of a step if it captures something and matches: what is captured has a name from
  /// here on.
  private func boundExpectation(of step: Script.Step, _ outcome: Outcome) -> ExpectedOutput? {
    guard let gutter = step.expectedOutput, gutter.hasCaptures, outcome.failure == nil else {
      return nil
    }
    var bindings = CaptureBindings(session.variableTexts)
    let output = EventFormatter.lines(for: outcome)
    guard gutter.match(actual: output, bindings: &bindings) == nil else { return nil }
    session.bind(bindings.values)
    return gutter
  }

  /// Runs the lines of another script, which stand in the transcript as if they stood in this one.
  private mutating func source(_ name: String, _ text: String, depth: Int) -> Bool {
    do throws(ScriptParseErrors) {
      let steps = try sourceLimits.steps(of: text, depth: depth)
      return steps.allSatisfy { run($0, depth: depth) }
    } catch {
      hasPassed = false
      for line in linesIgnoringCR(error.text(path: name)) {
        write("# \(OutputEscaping.encode(line))\n")
      }
      return true
    }
  }

  private var lines: [SourceText.Line] { script.source.lines }

  /// Comments, phases and empty lines, as they stand in the file. The version is written already.
  private func textBetweenSteps(_ range: Range<Int>) -> String {
    lines[range].lazy.map(\.text).filter { Header.version(in: $0) == nil }
      .map { trim($0[...]) + "\n" }.joined()
  }

  private mutating func finish() -> Bool {
    if !session.isFinished {
      let outcome = session.run("finish")
      if outcome.failure != nil {
        hasPassed = false
        write(OutcomeTranscript.text(for: outcome))
      }
    }
    // What nothing names any more would be stale in the transcript.
    let kept = script.sections.filter { sections.contains($0.name) }
    if !kept.isEmpty { write("\n") }
    for section in kept { write(section.text) }
    return hasPassed
  }
}

extension Outcome {
  /// Whether a `settle` found nothing to wait for.
  fileprivate var isIdleSettle: Bool {
    line?.verb == "settle" && events.isEmpty && failure == nil && expectedFailure == nil
  }
}
