import MachoValues

/// A session with stores: lines in, events out.
///
/// A session belongs to one thread. Prompt, script runner and server differ only in the source of
/// the lines and the destination of the events.
package final class Session {
  /// When received actions become part of the script state.
  package enum ReceiveMode: Sendable {
    /// Immediately, as at a prompt. Each action is printed as the `receive` line that asserts it.
    case immediate
    /// When a `receive` asserts the action, as in a test.
    case onReceive
  }

  let state: SessionState
  /// Returns the properties in the file of a feature, each with its location. Default: `nil` (none).
  package var propertyLines:
    ((_ feature: String, any FileSource) throws(Diagnostic) -> [(line: Line, location: String)])?

  /// Creates a session without an open feature.
  package init(
    catalog: [any DrivenFeature], receiveMode: ReceiveMode, context: ContextChoice? = nil,
    files: (any FileSource)? = nil, environment: [String: String] = [:]
  ) {
    state = SessionState(
      catalog: catalog, files: files, environment: environment,
      settings: SessionSettings(receiveMode: receiveMode, context: context))
  }

  /// Runs the text of a line.
  package func run(_ text: String) -> Outcome { run(Line(text)) }

  /// Runs a line. Failures are part of the outcome; no line can end the process.
  package func run(_ line: Line) -> Outcome {
    let outcome = evaluate(line)
    state.observers.journal?.finishLine(outcome, in: self)
    return outcome
  }

  private func evaluate(_ line: Line) -> Outcome {
    if let problem = line.problem {
      return Outcome(text: line.text, failure: problem.namingLookAlikes(in: line.text))
    }
    guard !line.verb.isEmpty else {
      let isEmpty = line.conditions.isEmpty && line.expectedFailure == nil
      return Outcome(
        text: line.text,
        failure: isEmpty
          ? nil : Diagnostic("bad-line", "the line has no command", at: line.verbRange)
      )
    }
    do {
      for condition in line.conditions where try !state.isSatisfied(condition) {
        return Outcome(text: line.text, line: line, wasSkipped: true)
      }
    } catch {
      let failure = error.namingLookAlikes(in: line.text)
      return Outcome(text: line.text, line: line, failure: failure)
    }
    var outcome = Outcome(text: line.text, line: line)
    execute(line, &outcome)
    outcome.applyExpectedFailure()
    return outcome
  }

  private func execute(_ line: Line, _ outcome: inout Outcome) {
    guard let command = line.command ?? debuggerCommand(line.verb) else {
      outcome.failure = line.unknownVerbError(in: open?.feature)
      return
    }
    outcome.line?.command = command
    state.filled.start()
    outcome.preceding = state.collectPrecedingEvents()
    do {
      try command.run(CommandContext(state, running: command), line.arguments)
      try declareProperties()
    } catch {
      outcome.failure = error.namingLookAlikes(in: line.text)
    }
    outcome.filled = state.filled.takeNew()
    state.collect(&outcome)
  }

  private func debuggerCommand(_ verb: String) -> Command? { commands.first { $0.verb == verb } }

  /// Lets lines have the verbs of the debugger. The host performs their directives.
  package func enableDebugging() { state.commands += Command.debugger }

  /// Applies external work that completed since the last line. Returns `nil` if there is none.
  package func poll() -> Outcome? {
    for open in stores.all { open.store.poll() }
    var outcome = Outcome(text: "")
    state.collect(&outcome)
    let isEmpty = outcome.events.isEmpty && outcome.received.isEmpty && outcome.failure == nil
    if isEmpty, !outcome.hasAppliedIgnoredActions { return nil }
    state.observers.journal?.finishLine(outcome, in: self)
    return outcome
  }

  /// Applies received actions immediately from now on. `poll` applies those already queued.
  package func switchToImmediateMode() { state.settings.receiveMode = .immediate }

  /// Turns captures into variables. Existing variables keep their values.
  package func bind(_ captures: [String: String]) {
    for (name, text) in captures where variables[name] == nil {
      variables.set(name, to: Variable(text: text))
    }
  }

  /// The variable of a name. `nil` if there is none.
  package subscript(variable name: String) -> Variable? {
    get { variables[name] }
    set { variables.set(name, to: newValue) }
  }

  // MARK: Observers

  /// Calls `wake`, on any thread, when external work completes. `poll` then returns its outcome.
  package func onExternalWork(_ wake: @escaping @Sendable () -> Void) {
    state.observers.wake = wake
    for open in stores.all { open.store.onExternalWork(wake) }
  }

  /// Performs the recording commands. Default: `nil` (the session is not recorded).
  package var onRecording: ((RecordingRequest) throws(Diagnostic) -> String?)? {
    get { state.observers.onRecording }
    set { state.observers.onRecording = newValue }
  }

  /// Whether received actions are reported with the patterns of their cases, as edited scripts contain
  /// them. Default: `false`.
  package var findsCasePatterns: Bool {
    get { state.observers.findsCasePatterns }
    set { state.observers.findsCasePatterns = newValue }
  }

  /// Performs 'explore'. Default: `nil` (the session cannot explore).
  package var onExploring: ((ExplorationGoal) throws(Diagnostic) -> String)? {
    get { state.observers.onExploring }
    set { state.observers.onExploring = newValue }
  }

  /// Performs 'reload', once the line has ended. Default: `nil` (the session ends with its driver).
  package var onReloading: (() throws(Diagnostic) -> String?)? {
    get { state.observers.onReloading }
    set { state.observers.onReloading = newValue }
  }

  /// Receives a record of each line, for exports. Default: `nil` (no journal).
  ///
  /// Stores that are already open are recorded with their present state as the start.
  package var journal: Journal? {
    get { state.observers.journal }
    set {
      state.observers.journal = newValue
      for open in stores.all { newValue?.recordOpening(open) }
    }
  }

  /// Called for each action that becomes part of the script state. The flag is true for skipped and
  /// ignored actions.
  package var onTransition: ((StateTransition, _ isSilent: Bool) -> Void)? {
    get { state.observers.onTransition }
    set { state.observers.onTransition = newValue }
  }

  // MARK: Settings

  /// The variable of the environment that denies real dependencies to the sessions of scripts.
  package static let denyLiveVariable = "MACHO_DENY_LIVE"

  /// Whether features may run with real dependencies. If not, features that a prompt opens as `live`
  /// open as `test`. Default: true, unless the environment denies it.
  package var allowsLive: Bool {
    get { state.settings.allowsLive }
    set { state.settings.allowsLive = newValue }
  }

  /// The order of ready jobs. Set it before the first line; a `schedule` line replaces it. Default:
  /// `nil` (first in, first out).
  package var schedule: Schedule? {
    get { state.schedule }
    set { state.setSchedule(newValue, isHost: true) }
  }

  /// Whether a line fails after which a store uses a dependency that is live in tests, as with 'strict'.
  /// Default: `false`.
  package var refusesLiveDependencies: Bool {
    get { state.settings.refusesLiveDependencies }
    set { state.settings.refusesLiveDependencies = newValue }
  }

  /// How long each line waits for external work before received actions are applied. Default: `nil`
  /// (no wait).
  package var externalWorkTimeout: Duration? {
    get { state.settings.externalWorkTimeout }
    set { state.settings.externalWorkTimeout = newValue }
  }

  /// The clocks of live stores show multiples of this duration, except at deadlines. Default: 1 ms.
  package var clockStep: Duration {
    get { state.settings.clockStep }
    set { state.roundWallClocks(to: newValue) }
  }

  /// Whether uncompared output is a failure. The script runner checks it.
  package var isStrict: Bool { settings.isStrict }

  /// Whether a prompt prints the duration of each line.
  package var isTiming: Bool { settings.isTiming }

  /// Whether a prompt omits unchanged lines of diffs.
  package var isCompact: Bool { settings.isCompact }

  // MARK: Reading

  /// The features that `feature` can open.
  package var catalog: [any DrivenFeature] { state.catalog }

  /// Stops a waiting line, from any thread.
  package var interrupt: Interrupt { state.interrupt }

  var commands: [Command] { state.commands }
  /// The files that lines can read.
  package var files: (any FileSource)? { state.files }
  var environment: [String: String] { state.environment }
  var variables: VariableTable { state.variables }
  var settings: SessionSettings { state.settings }
  var stores: StoreList { state.stores }
  /// The store in use.
  var open: OpenStore? { stores.current }
  var listedFeatures: [any DrivenFeature] { state.listedFeatures }

  /// Returns the open store. Throws an error that explains how to open one.
  func opened() throws(Diagnostic) -> OpenStore { try state.opened() }
}
