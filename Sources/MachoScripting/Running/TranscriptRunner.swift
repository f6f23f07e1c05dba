import MachoReporting
import MachoSessions

/// Runs a script as if it were typed at a prompt and writes its transcript. Implements `macho run`.
package struct TranscriptRunner {
  private var loop: CommandLoop
  private let script: Script
  private let willRun: (Script.Step) -> Void
  private let write: (StyledScript) -> Void
  private let isEdited: Bool
  private var hasPassed = true
  private let files: ScriptFileSource
  /// The sections that `@file` read. Lines of sourced sections are in the transcript itself.
  private var sections: Set<String> = []

  private var session: Session { loop.session }

  private var layout: DiffLayout { isEdited ? .compact : .full }

  /// The interrupt of the session. It stops a line that waits.
  package var interrupt: Interrupt { session.interrupt }

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - directory: The files that the script may read. Default: all files in its directory.
  ///   - isEdited: Whether the transcript is that of an edited script, with `receive` by case and with
  ///     only what a test compares of diffs. Default: `false`.
  ///   - willRun: Called before each step runs.
  ///   - write: Called with each part of the transcript.
  package init(
    _ script: Script, path: String, files directory: DirectoryFiles? = nil,
    catalog: [any DrivenFeature], context: ContextChoice? = .test,
    environment: [String: String] = [:], isEdited: Bool = false,
    willRun: @escaping (Script.Step) -> Void = { _ in }, write: @escaping (StyledScript) -> Void
  ) {
    self.script = script
    self.isEdited = isEdited
    self.willRun = willRun
    self.write = write
    files = ScriptFileSource(script, path: path, files: directory)
    let session = Session(
      catalog: catalog, receiveMode: .immediate, context: context, files: files,
      environment: environment)
    session.externalWorkTimeout = .seconds(2)
    session.findsCasePatterns = isEdited
    loop = CommandLoop(session, script: script, path: path)
  }

  /// Runs the script. Returns whether all commands succeeded.
  package mutating func run() -> Bool {
    write(StyledScript(TranscriptWriter.header, .unchanged))
    // The number of lines of the file that the transcript covers so far.
    var coveredLines = 0
    for step in script.steps {
      // The lines of a row are written as they are. A row has several steps.
      let start = step.isOfRow ? step.lines.lowerBound : step.lines.lowerBound - 1
      writeLines(coveredLines..<max(coveredLines, start))
      coveredLines = step.lines.upperBound - 1 + (step.expectedOutput?.lines.count ?? 0)
      guard runIncludingSources(step) else { return finish() }
    }
    var last = script.lastCommandLine
    while last > coveredLines, trim(lines[last - 1].text[...]).isEmpty { last -= 1 }
    writeLines(coveredLines..<last)
    return finish()
  }

  /// Runs a step and the steps of the scripts that it sources, which the transcript contains as lines
  /// of this script. Returns whether to continue.
  private mutating func runIncludingSources(_ step: Script.Step) -> Bool {
    guard run(step) else { return false }
    while let sourced = loop.nextSourcedStep() {
      guard run(sourced) else { return false }
    }
    return true
  }

  /// Runs a step and writes its outcome. Returns whether to continue.
  private mutating func run(_ step: Script.Step) -> Bool {
    willRun(step)
    let result = loop.run(step.line)
    let outcome = result.outcome
    hasPassed = hasPassed && outcome.failure == nil
    if !step.isOfRow || outcome.failure != nil {
      write(
        OutcomeTranscript.script(
          for: outcome, expectedOutput: boundExpectation(of: step, outcome), layout: layout,
          isEdited: isEdited))
    }
    if let (name, errors) = result.sourceErrors { writeErrors(errors, of: name) }
    let readSections = files.takeRecentReads()
    switch outcome.directive {
    // The lines of the section are in the transcript.
    case .source: return true
    case .skip: return false
    case .quit, .expectFailure, .timeout, .debug, nil:
      sections.formUnion(readSections.keys)
      return !loop.hasQuit
    }
  }

  private mutating func writeErrors(_ errors: ScriptParseErrors, of name: String) {
    hasPassed = false
    write(StyledScript(commentLines(errors.text(path: name)), .unchanged))
  }

  /// Returns the expected output of a step if it has captures and matches, and binds its captures.
  private func boundExpectation(of step: Script.Step, _ outcome: Outcome) -> ExpectedOutput? {
    guard let expectedOutput = step.expectedOutput, expectedOutput.hasCaptures,
      outcome.failure == nil
    else { return nil }
    var bindings = CaptureBindings(session.variableTexts)
    let output = EventFormatter.lines(for: outcome)
    guard expectedOutput.match(actual: output, bindings: &bindings) == nil else { return nil }
    session.bind(bindings.values)
    return expectedOutput
  }

  private var lines: [SourceText.Line] { script.source.lines }

  /// Writes comments, phases and empty lines of the file. Omits the version header, which is already
  /// written.
  private func writeLines(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    var text = StyledScript()
    for (index, line) in zip(range, lines[range])
    where Header.version(in: line.text) == nil && script.containsLine(index + 1) {
      let line = trim(line.text[...])
      text += StyledScript("\(line)\n", line.utf8.first == UInt8(ascii: "#") ? .unchanged : .plain)
    }
    write(text)
  }

  private mutating func finish() -> Bool {
    if !session.isFinished {
      let outcome = loop.run(Line(.finish)).outcome
      if outcome.failure != nil {
        hasPassed = false
        write(OutcomeTranscript.script(for: outcome, layout: layout))
      }
    }
    // An unused section would be stale in the transcript.
    let usedSections = script.sections.filter { sections.contains($0.name) }
    if !usedSections.isEmpty { write(StyledScript("\n", .plain)) }
    for section in usedSections { write(StyledScript(section.text, .plain)) }
    return hasPassed
  }
}
