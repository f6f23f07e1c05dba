import MachoSessions
import MachoValues

/// Runs commands in a session, one at a time, and enters the scripts that they source.
///
/// Whatever runs commands runs them here: prompts, servers, tests, debuggers, explorations, exports.
/// The loop implements nested `source` commands and their limits, rejects the directives that are
/// only valid in a script, and records. The host supplies the commands and decides after each one
/// whether to continue:
///
/// ```swift
/// loop.startEntry()
/// show(loop.run(line))
/// while !loop.hasQuit, let step = loop.nextSourcedStep() { show(loop.run(step.line)) }
/// ```
///
/// A host that an interrupt stops earlier shows `loop.interruption`.
package struct CommandLoop {
  /// The result of one command.
  package struct Result {
    /// What the command did.
    package let outcome: Outcome
    /// Why the script that the command sources cannot run. Default: `nil`.
    package fileprivate(set) var sourceErrors: (name: String, errors: ScriptParseErrors)?

    /// Why the command failed, or why the script that it sources cannot run.
    package var failure: Diagnostic? {
      outcome.failure ?? sourceErrors.map { name, errors in errors.first(in: name) }
    }
  }

  private struct Frame {
    let script: SourcedScript
    /// The values that the variables of its parameters had before. `nil` if there was none.
    let variables: [(name: String, value: Variable?)]
    /// The number of commands that have started.
    var position = 0
  }

  package let session: Session
  /// The script whose commands run, with its path. `nil` if a user or client enters the lines.
  private let main: (script: Script, path: String)?
  /// Whether the lines are those of a script, which may contain its directives.
  private let isScript: Bool
  private let recording: SessionRecording?
  private var frames: [Frame] = []
  private var limits = SourcedScript.Limits()
  /// Whether a command of this entry was `quit`.
  package private(set) var hasQuit = false

  /// Creates a loop for lines that a user or client enters. Default: nothing records them.
  package init(_ session: Session, recording: SessionRecording? = nil) {
    self.session = session
    session.propertyLines = PropertiesFile.lines
    self.recording = recording
    main = nil
    isScript = false
  }

  /// Creates a loop for the commands of a script.
  init(_ session: Session, script: Script, path: String) {
    self.session = session
    session.propertyLines = PropertiesFile.lines
    recording = nil
    main = (script, path)
    isScript = true
  }

  /// Creates a loop for lines of a script that nothing records.
  package init(linesIn session: Session) {
    self.session = session
    session.propertyLines = PropertiesFile.lines
    recording = nil
    main = nil
    isScript = true
  }

  /// Runs lines of a script, and the scripts that they source. Calls `didRun` after each. Throws the first
  /// failure.
  package static func run(
    _ lines: [Line], in session: Session, didRun: (Line, Outcome) -> Void = { _, _ in }
  ) throws(Diagnostic) {
    var loop = CommandLoop(linesIn: session)
    for line in lines {
      try loop.runEntry(line) { line, result throws(Diagnostic) in
        if let failure = result.failure { throw failure }
        didRun(line, result.outcome)
        return true
      }
    }
  }

  /// Runs a command and those of the scripts that it sources. Stops after `quit`, or a command for which
  /// `body` returns `false`.
  package mutating func runEntry<Failure: Error>(
    _ line: Line, _ body: (Line, Result) throws(Failure) -> Bool
  ) throws(Failure) {
    startEntry()
    var next: Line? = line
    while let line = next {
      let result = run(line)
      guard try body(line, result), !hasQuit else { return }
      next = nextSourcedStep()?.line
    }
  }

  /// The scripts that are being sourced, outermost first.
  var sources: [SourcedScript] { frames.map(\.script) }

  /// The innermost script that is being sourced.
  var source: SourcedScript? { frames.last?.script }

  /// The next command of the scripts that are being sourced. `nil` if none is left.
  var sourcedStep: (script: SourcedScript, step: Script.Step)? {
    frames.last { $0.position < $0.script.steps.count }.map {
      ($0.script, $0.script.steps[$0.position])
    }
  }

  /// Discards the remaining commands of the last entry and resets the limits of `source`.
  package mutating func startEntry() {
    while !frames.isEmpty { leaveSource() }
    limits = SourcedScript.Limits()
    hasQuit = false
  }

  /// Records a line if it is a comment. Returns whether it is one; a comment must not be run.
  package func recordComment(_ line: String) -> Bool {
    guard line.hasPrefix("#") else { return false }
    recording?.record(comment: line)
    return true
  }

  /// Runs a command. If it sources a script, `nextSourcedStep()` returns the commands of that script.
  ///
  /// - Parameter records: Whether to record the outcome. Default: every outcome is recorded.
  package mutating func run(
    _ line: Line, recordingIf records: (Outcome) -> Bool = { _ in true }
  ) -> Result {
    // ORDER: announced before it runs, because it may crash the process.
    recording?.announce(line.text)
    var outcome = session.run(line)
    let isRejected = !isScript && rejectScriptDirective(of: &outcome)
    if !isRejected, records(outcome) {
      recording?.record(outcome)
    } else {
      recording?.discardAnnouncement()
    }
    guard outcome.failure == nil, let directive = outcome.directive else {
      return Result(outcome: outcome)
    }
    var result = Result(outcome: outcome)
    switch directive {
    case .quit: hasQuit = true
    case .source(let name, let text, let parameters):
      do throws(ScriptParseErrors) { try enter(name, text, parameters) } catch {
        result.sourceErrors = (name, error)
      }
    case .skip, .expectFailure, .timeout, .debug: break
    }
    return result
  }

  /// Returns the next command of the scripts that are being sourced. `nil` if none is left.
  package mutating func nextSourcedStep() -> Script.Step? {
    while let frame = frames.last {
      if frame.position < frame.script.steps.count {
        frames[frames.count - 1].position += 1
        return frame.script.steps[frame.position]
      }
      leaveSource()
    }
    return nil
  }

  /// The sourced commands that have not started, innermost script first.
  package var remainingLines: [SkippedLines] {
    frames.reversed().map {
      SkippedLines(count: $0.script.steps.count - $0.position, file: $0.script.name)
    }
  }

  /// The error of an interrupt, if it skips sourced commands.
  package var interruption: Diagnostic? { SkippedLines.interruption(skipping: remainingLines) }

  /// Moves back before the sourced command that ran last. Returns `false` if that was a command of
  /// the main script.
  mutating func stepBack() -> Bool {
    // The last command sourced this script.
    if frames.last?.position == 0 { leaveSource() }
    guard !frames.isEmpty else { return false }
    frames[frames.count - 1].position -= 1
    return true
  }

  private mutating func enter(
    _ name: String, _ text: String, _ parameters: [SourceParameter]
  ) throws(ScriptParseErrors) {
    let script = try limits.parse(
      text, depth: frames.count + 1, catalog: session.catalog)
    let variables = parameters.map { (name: $0.name, value: session[variable: $0.name]) }
    // A transcript contains the lines, so it needs those that set the variables, too.
    let restoring = variables.compactMap { name, value -> Line? in
      guard let text = value?.text, (try? ValueSyntax.validate(text[...])) != nil else {
        return nil
      }
      return Line.binding(name, to: text)
    }
    frames.append(
      Frame(
        script: SourcedScript(
          script, name: name, in: main, sources: sources,
          between: (parameters.map(\.line), restoring)),
        variables: variables))
  }

  /// Leaves the innermost script that is being sourced, and its parameters.
  private mutating func leaveSource() {
    guard let frame = frames.popLast() else { return }
    for (name, value) in frame.variables { session[variable: name] = value }
  }

  private func rejectScriptDirective(of outcome: inout Outcome) -> Bool {
    switch outcome.directive {
    case .quit, .source, .debug, nil: return false
    case .skip, .expectFailure, .timeout:
      outcome.failure = Diagnostic("not-supported", "only valid in a script")
      outcome.directive = nil
      return true
    }
  }
}
