import MachoValues

/// A session with stores: lines in, events out.
///
/// A session belongs to one thread. Prompt, script runner and server differ only in the source of
/// the lines and the destination of the events.
public final class Session {
  /// When received actions become part of the script state.
  public enum ReceiveMode: Sendable {
    /// Immediately, as at a prompt. Each action is printed as the `receive` line that asserts it.
    case immediate
    /// When a `receive` asserts the action, as in a test.
    case onReceive
  }

  /// The features that `feature` can open.
  public let catalog: [any DrivenFeature]
  package private(set) var receiveMode: ReceiveMode
  /// Stops a waiting line, from any thread.
  public let interrupt = Interrupt()
  let files: (any FileSource)?
  let environment: [String: String]
  /// The requested context. Default: `nil` (the feature's).
  var context: RunContext?
  /// The context requested when the session was created.
  let initialContext: RunContext?

  /// The context in which a script with the same lines would open a feature.
  var scriptContext = RunContext.test
  var impliedContext: RunContext?

  /// How long each line waits for external work before received actions are applied. Default: `nil`
  /// (no wait).
  package var externalWorkTimeout: Duration?

  /// Performs the recording commands. Default: `nil` (the session is not recorded).
  package var onRecording: ((RecordingRequest) throws(Diagnostic) -> String?)?

  /// Receives a record of each line, for exports. Default: `nil` (no journal).
  package var journal: Journal?

  /// Called for each action that becomes part of the script state. The flag is true for skipped and
  /// ignored actions.
  package var onTransition: ((StateTransition, _ isSilent: Bool) -> Void)?

  /// Whether received actions must be asserted and effects must be finished.
  var isExhaustive = true
  /// Whether uncompared output is a failure. The script runner checks it.
  public internal(set) var isStrict = false
  /// Whether a prompt prints the duration of each line.
  public internal(set) var isTiming = false
  /// Whether a prompt omits unchanged lines of diffs.
  public internal(set) var isCompact = false
  /// Whether nothing has happened since the last `finish`.
  public internal(set) var isFinished = true
  /// The open stores, in the order of their opening.
  var stores: [OpenStore] = []
  /// The store in use.
  var open: OpenStore?
  /// The values of `$name`, shared by all stores.
  let variables = VariableTable()
  var wake: @Sendable () -> Void = {}
  var events: [Event] = []
  var directive: Outcome.Directive?

  /// Creates a session without an open feature.
  public init(
    catalog: [any DrivenFeature], receiveMode: ReceiveMode, context: RunContext? = nil,
    files: (any FileSource)? = nil, environment: [String: String] = [:]
  ) {
    self.catalog = catalog
    self.receiveMode = receiveMode
    self.context = context
    initialContext = context
    self.files = files
    self.environment = environment
  }

  deinit { for open in stores { open.store.close() } }

  /// Runs one logical line. Failures are part of the outcome; no line can end the process.
  public func run(_ text: String) -> Outcome {
    let line: Line
    do { line = try Line(parsing: text) } catch {
      return Outcome(text: text, failure: error)
    }
    guard !line.verb.isEmpty else {
      let isEmpty = line.conditions.isEmpty && line.expectedFailure == nil
      return Outcome(
        text: text,
        failure: isEmpty
          ? nil : Diagnostic("bad-line", "the line has no command", at: line.verbRange)
      )
    }
    do {
      for condition in line.conditions where try !isSatisfied(condition) {
        return Outcome(text: text, line: line, wasSkipped: true)
      }
    } catch { return Outcome(text: text, line: line, failure: error) }
    let outcome = applyExpectedFailure(execute(line))
    journal?.finishLine(outcome, in: self)
    return outcome
  }

  /// The name of the store in use. Default: the feature's name, unless `as` gave another.
  public var storeName: String? { open?.name }

  /// The name of the feature in use.
  public var featureName: String? { open?.feature.name }

  /// The effects in flight in the open store.
  public var effects: [RunningEffect] { open?.store.effects ?? [] }

  /// Whether the open store has real endpoints and real time.
  public var isLive: Bool { open?.context == .live }

  /// The code with which a `finish` would fail now at a prompt. `nil` if it would pass.
  public var finishFailureCode: DiagnosticCode? {
    guard !isFinished, isExhaustive else { return nil }
    for open in stores {
      // The result depends on when the script runs, so it is unknown.
      if open.context != .live, !open.store.externalEffects.isEmpty { return nil }
      // Received actions of a store that is not in use stay queued.
      if !open.queue.isEmpty { return "unasserted-action" }
      if !open.store.effects.isEmpty { return "running-effects" }
      if !open.stubs.unusedStubs.isEmpty { return "unused-stub" }
    }
    return nil
  }

  /// Calls `wake`, on any thread, when external work completes. `poll` then returns its outcome.
  public func onExternalWork(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    for open in stores { open.store.onExternalWork(wake) }
  }

  /// Applies received actions immediately from now on. `poll` applies those already queued.
  package func switchToImmediateMode() { receiveMode = .immediate }

  /// Applies external work that completed since the last line. Returns `nil` if there is none.
  public func poll() -> Outcome? {
    for open in stores { open.store.poll() }
    var outcome = Outcome(text: "")
    collect(&outcome)
    let isEmpty = outcome.events.isEmpty && outcome.received.isEmpty && outcome.failure == nil
    return isEmpty && !outcome.hasAppliedIgnoredActions ? nil : outcome
  }

  private func execute(_ line: Line) -> Outcome {
    var outcome = Outcome(text: line.text, line: line)
    guard let command = line.command else {
      outcome.failure = Diagnostic(
        "unknown-verb", "unknown verb '\(line.verb)'", at: line.verbRange,
        candidates: Suggestions.nearest(to: line.verb, among: Command.all.map(\.verb)),
        notes: [
          line.verb.hasPrefix("#") || line.verb.hasPrefix("|")
            ? "comments and expected output begin in the first column" : "'help' lists the verbs"
        ])
      return outcome
    }
    outcome.preceding = collectPrecedingEvents()
    do { try command.run(self, line.arguments) } catch { outcome.failure = error }
    collect(&outcome)
    outcome.directive = directive
    outcome.impliedContext = impliedContext
    directive = nil
    impliedContext = nil
    return outcome
  }

  /// Collects the external input that arrived before a line, so that it precedes the line's own
  /// events.
  private func collectPrecedingEvents() -> [Event] {
    guard let open, open.context == .live else { return [] }
    open.store.poll()
    open.store.syncWithWallClock()
    open.queue += open.store.takeTransitions()
    applyLiveActions(of: open)
    defer { events = [] }
    return events
  }

  /// Moves the events into the outcome. ORDER: the command's own events, then problems, then
  /// received actions, so that each received action is printed as a line of its own below the
  /// command.
  private func collect(_ outcome: inout Outcome) {
    collectOtherStores(&outcome)
    if let open, open.context == .live {
      outcome.wasLive = true
      open.queue += open.store.takeTransitions()
      reportWatchedChanges(of: open)
      outcome.events += events
      events = []
      takeProblems(of: open, &outcome)
      applyLiveActions(of: open)
      reportWatchedChanges(of: open)
      outcome.received += events
    } else if let open {
      let hasWaited = settleExternalWork(open)
      open.queue += open.store.takeTransitions()
      // Actions that external work may have caused come after the script's 'settle'.
      if !open.hasWaitedForExternalWork, outcome.line != nil { applyIgnoredActions(of: open) }
      reportWatchedChanges(of: open)
      outcome.events += events
      events = []
      takeProblems(of: open, &outcome)
      outcome.isExternal = hasWaited
      if receiveMode == .immediate, !open.queue.isEmpty {
        let isExternal = open.hasWaitedForExternalWork || !open.store.externalEffects.isEmpty
        outcome.isExternal = isExternal
        outcome.hasAppliedIgnoredActions = open.queue.contains { open.isIgnored($0.action) }
        open.store.acceptExternalWork()
        applyQueuedActions(of: open)
        reportWatchedChanges(of: open)
      }
      outcome.received += events
    } else {
      outcome.events += events
    }
    events = []
  }

  /// Collects transitions and problems of the stores that are not in use. Transitions stay queued
  /// until the store is used; problems are reported now.
  private func collectOtherStores(_ outcome: inout Outcome) {
    for other in stores where other !== open {
      other.queue += other.store.takeTransitions()
      applyIgnoredActions(of: other)
      takeProblems(of: other, &outcome)
    }
  }

  private func takeProblems(of open: OpenStore, _ outcome: inout Outcome) {
    var problems = open.stubs.takeProblems() + open.store.takeProblems()
    if stores.count > 1 {
      for index in problems.indices { problems[index].notes.append("in the store '\(open.name)'") }
    }
    if outcome.failure == nil, !problems.isEmpty { outcome.failure = problems.removeFirst() }
    outcome.failure?.notes += problems.map { "also \($0.code): \($0.message)" }
  }

  private func applyExpectedFailure(_ outcome: Outcome) -> Outcome {
    guard let expected = outcome.line?.expectedFailure else { return outcome }
    var outcome = outcome
    switch (expected, outcome.failure) {
    case (.any, let failure?):
      (outcome.expectedFailure, outcome.failure) = (failure, nil)
    case (.code(let code), let failure?) where failure.code == code:
      (outcome.expectedFailure, outcome.failure) = (failure, nil)
    case (.code(let code), let failure?):
      outcome.unexpectedFailure = failure
      outcome.failure?.code = "wrong-failure"
      outcome.failure?.message = "'\(code)' was expected, not \(failure.code): \(failure.message)"
    case (_, nil):
      outcome.failure = Diagnostic("unexpected-pass", "the line was expected to fail but passed")
    }
    return outcome
  }
}
