import MachoDiff
import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

/// A run of one version of a script for an editor, a command at a time.
///
/// It runs what `macho test` would run: it stops at the first command that fails. The commands below
/// are compared with the feature's types only. Each case of a specification is a run of its own; of
/// the commands that cases share, the first run is recorded.
final class ScriptEvaluation {
  /// What the observers of a run have seen of the present command.
  private final class Progress {
    /// The step of the script that runs. Steps of sourced scripts belong to their `source` command.
    var step: Script.Step?
    var isSourced = false
    var outcome: Outcome?
    var journal: [JournalLine] = []
    /// Whether the present command was recorded in the run of another case.
    var isRepeated = false
    /// The line of the last command of the run. 0 if none has run.
    var lastLine = 0
    /// Whether `xfail` has declared that the script fails.
    var expectsFailure = false
    /// The locations of all effects so far, by store and number.
    var locations: [Int: [Int: CodeLocation]] = [:]
  }

  /// The version of the document.
  let version: Int
  /// The parsed part of the script. `nil` if nothing can be parsed.
  let script: Script?
  /// The errors of lines that cannot be parsed.
  private(set) var errors: [ScriptParseError]
  /// The errors of lines below the first one that is not run, which do not fit the types of their features.
  let typeErrors: [ScriptTypeError]
  /// The commands that have run, in order.
  private(set) var commands: [EvaluatedCommand] = []
  private(set) var failures: [EvaluatedFailure] = []
  private(set) var isFinished = false
  private var stepper: ScriptStepper?
  /// The scripts that run next: the cases of a specification.
  private var runs: ArraySlice<Script> = []
  /// The lines of the commands that have run.
  private var recordedLines: Set<Int> = []
  /// The number of failures before the present run.
  private var failuresBefore = 0
  /// Whether the end of the whole script is reached, so that nothing may be left over.
  private let isWhole: Bool
  private let catalog: [any DrivenFeature]
  private let progress = Progress()
  private let makeStepper: (Script) -> ScriptStepper

  /// Parses a script.
  ///
  /// - Parameters:
  ///   - limit: The line from which on nothing is run, because it crashed before. Default: none.
  ///   - willRun: Called with the number of each line before it runs.
  init(
    version: Int, text: String, path: String, above limit: Int? = nil,
    catalog: [any DrivenFeature], environment: [String: String],
    willRun: @escaping (Int) -> Void
  ) {
    self.version = version
    self.catalog = catalog
    var found: [ScriptParseError] = []
    var parsed: Script?
    do throws(ScriptParseErrors) {
      let whole = try ScriptValidator.parsePartly(Array(text.utf8), catalog: catalog)
      (parsed, found) = (whole.script, whole.errors)
    } catch { found = error.errors }
    let end = min(found.map(\.line).min() ?? .max, limit ?? .max)
    if end < .max {
      let lines = Set(found.map(\.line))
      let all = parsed.map {
        ScriptTypeCheck.errors(in: $0, path: path, catalog: catalog, excluding: lines)
      }
      typeErrors = (all ?? []).filter { $0.line > end }
      parsed = ScriptMask(text).script(above: end)
    } else {
      typeErrors = []
    }
    errors = found
    isWhole = end == .max
    script = parsed
    let progress = progress
    let observer = ScriptRunner.Observer(
      willRunLine: {
        (progress.step, progress.isSourced) = (nil, false)
        willRun($0)
      },
      willRunStep: { if !progress.isSourced { progress.step = $0 } },
      didRun: { outcome in
        progress.outcome = outcome
        if case .expectFailure = outcome.directive { progress.expectsFailure = true }
      },
      willRunSourcedStep: { _ in progress.isSourced = true })
    makeStepper = { script in
      let stepper = ScriptStepper(
        script, path: path, catalog: catalog, environment: environment, observer: observer)
      stepper.session.journal = Journal { progress.journal.append($0) }
      return stepper
    }
    runs = parsed.map(Self.runs) ?? []
    stepper = runs.popFirst().map(makeStepper)
  }

  /// Returns the cases of a specification, and the part that ends above a case. Returns any other
  /// script itself.
  private static func runs(of script: Script) -> ArraySlice<Script> {
    guard script.spec != nil else { return [script] }
    let runs = script.runs
    let last = script.run(throughLine: .max)
    return runs.last == last ? runs[...] : runs + [last]
  }

  /// Whether the present run ends where the script or the case does.
  private var hasEnd: Bool { isWhole || !runs.isEmpty }

  /// Begins the run of the next case. Returns `false` if there is none.
  private func startNextRun() -> Bool {
    guard let next = runs.popFirst() else { return false }
    stepper = makeStepper(next)
    failuresBefore = failures.count
    (progress.expectsFailure, progress.locations) = (false, [:])
    (progress.lastLine, progress.isRepeated) = (0, false)
    return true
  }

  /// Runs the next command. Returns `false` if the evaluation is finished.
  func step() -> Bool {
    guard !isFinished, var stepper else { return finish() }
    let before = (stepper.nextLine, stepper.result.counts)
    let failed = stepper.result.failures.count
    (progress.step, progress.isSourced, progress.outcome) = (nil, stepper.isInSourcedScript, nil)
    progress.journal = []
    guard stepper.nextLine != nil || hasEnd else { return finish() }
    var stop = stepper.step()
    if case .reached = stop, before == (stepper.nextLine, stepper.result.counts) {
      // After 'quit' or 'skip' no command runs.
      stop = stepper.run()
    }
    self.stepper = stepper
    record()
    let failures = stepper.result.failures
    for failure in failures[min(failed, failures.count)...] {
      var evaluated = EvaluatedFailure(
        failure, failure.kind == .diagnostic ? progress.outcome?.failure : nil,
        in: stepper.script)
      if let file = failure.file, let command = commands.last?.step {
        // The failure is in another file: it is shown at the command that sources it.
        evaluated.line = command.lines.lowerBound
        evaluated.columns = nil
        evaluated.message += " (\(file):\(failure.line))"
      }
      if failure.kind == .endOfFile {
        evaluated.missingLines = stepper.session.pendingReceiveLines
        evaluated.line = commands.last?.step.lines.lowerBound ?? evaluated.line
        evaluated.insertionLine = commands.last?.lastLine ?? evaluated.line
      }
      evaluated.isExpected = progress.expectsFailure && failure.kind != .unexpectedPass
      if let row = stepper.script.selection?.rowName { evaluated.message += " (\(row))" }
      if !progress.isRepeated || !hasFailure(like: evaluated) { self.failures.append(evaluated) }
    }
    switch stop {
    case .reached: return true
    case .failed(let failure) where failure.kind == .mismatch || failure.kind == .uncompared:
      return true
    case .failed, .finished: return finish()
    }
  }

  /// Whether the run of another case failed in the same way.
  private func hasFailure(like failure: EvaluatedFailure) -> Bool {
    failures.contains { $0.line == failure.line && $0.message == failure.message }
  }

  /// Finishes the present run. Returns `false` if it was the last one.
  private func finish() -> Bool {
    guard !isFinished else { return false }
    let failures = failures[failuresBefore...]
    if var stepper, failures.allSatisfy(\.isMismatch), hasEnd {
      let count = stepper.result.failures.count
      stepper.findStaleExpectations()
      self.failures += stepper.result.failures[count...].map {
        EvaluatedFailure($0, nil, in: stepper.script)
      }
      self.stepper = stepper
    }
    // After 'quit' or 'skip' the rest is not run, and a script may fail below 'xfail'.
    let isStopped = self.failures[failuresBefore...].contains { !$0.isMismatch } || !hasEnd
    if isStopped, !progress.expectsFailure { checkTypes() }
    isFinished = !startNextRun()
    return !isFinished
  }

  /// Compares the commands that have not run with the types of their features.
  private func checkTypes() {
    guard let script = stepper?.script else { return }
    let ran = progress.lastLine
    var feature = commands.last { $0.step.lines.lowerBound == ran }?.context?.feature
    for step in script.steps where step.lines.lowerBound > ran {
      if step.line.has(.selectsStore) { return }
      feature = step.line.openedFeature(in: catalog) ?? feature
      let files = stepper?.session.files
      guard let error = step.line.typeError(in: feature, files: files) else { continue }
      let failure = EvaluatedFailure(error, of: step)
      if !hasFailure(like: failure) { failures.append(failure) }
    }
  }

  private func record() {
    guard let stepper else { return }
    let isSourced = progress.isSourced
    if let step = progress.step, !isSourced {
      progress.lastLine = step.lines.lowerBound
      progress.isRepeated = !recordedLines.insert(progress.lastLine).inserted
      if !progress.isRepeated { commands.append(EvaluatedCommand(step)) }
    }
    // The end of the script belongs to no command.
    guard !commands.isEmpty, !progress.isRepeated, isSourced || progress.step != nil else { return }
    var command = commands[commands.count - 1]
    if !isSourced {
      command.output = stepper.outputs.last ?? nil
      command.change = progress.outcome.flatMap(Self.firstChange)
    }
    for line in progress.journal {
      if let context = line.context { command.context = context }
      for case .effect(let change, let store, _) in line.events where change.kind == .started {
        progress.locations[store, default: [:]][change.effect.id] = change.effect.location
        command.origins.append((change.effect.id, change.effect.location))
      }
      for entry in line.transitions {
        guard let effect = entry.transition.cause.effect,
          let location = progress.locations[entry.store]?[effect]
        else { continue }
        command.origins.insert((effect, location), at: 0)
      }
    }
    command.variables = stepper.session.variableTexts
    commands[commands.count - 1] = command
  }

  /// Returns the first line that a command added to the state, or removed from it.
  private static func firstChange(of outcome: Outcome) -> String? {
    guard outcome.failure == nil else { return nil }
    let lines = EventFormatter.lines(for: outcome)
    for (mark, sign) in [(ChangeLine.Mark.added, ""), (.removed, "- ")] {
      if let line = lines.first(where: { $0.change?.mark == mark }), let change = line.change {
        return sign + change.content(of: line.text)
      }
    }
    return nil
  }

  /// Returns the lines that replace a command's expected output, to contain its actual output.
  /// Returns `nil` if they would be the same.
  func acceptedOutput(of command: EvaluatedCommand, _ mode: ScriptRewriter.Mode) -> LineEdit? {
    guard let script, let output = command.output,
      let index = script.steps.firstIndex(where: { $0.lines == command.step.lines })
    else { return nil }
    var outputs = [[OutputLine]?](repeating: nil, count: index)
    outputs.append(output)
    guard let new = ScriptRewriter.newExpectations(of: script, outputs, mode)[index] else {
      return nil
    }
    return LineEdit(lines: command.step.lines.upperBound..<command.lastLine, text: new.map(\.raw))
  }
}

/// Lines that replace other lines. An empty range inserts them above its line.
struct LineEdit {
  /// The numbers of the replaced lines, counted from 1.
  var lines: Range<Int>
  var text: [String]
}

extension EvaluatedCommand {
  /// The line after the command and its expected output.
  var lastLine: Int { step.lines.upperBound + (step.expectedOutput?.lines.count ?? 0) }
}
