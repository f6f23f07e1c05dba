import MachoValues

/// One conversation with stores: a line in, events out.
///
/// A session belongs to one thread. The prompt, the script runner and the server differ only in
/// where the lines come from and where the events go.
public final class Session {
  /// When a received action becomes part of the script's state.
  public enum ReceiveMode: Sendable {
    /// At once, as at a prompt: it is printed as the `receive` line that asserts it.
    case immediate
    /// When a `receive` names it, as in a test.
    case onReceive
  }

  /// The features that `feature` opens.
  public let catalog: [any DrivenFeature]
  package private(set) var receiveMode: ReceiveMode
  /// Stops a line that waits, from any thread.
  public let interrupt = Interrupt()
  let files: (any FileSource)?
  let environment: [String: String]
  /// The context asked for; `nil` leaves it to the feature.
  var context: RunContext?
  /// The one asked for at the beginning.
  let initialContext: RunContext?

  /// The context in which a script of the same lines would open a feature.
  var scriptContext = RunContext.test
  var impliedContext: RunContext?

  /// How long each line waits for work outside, before what was received is taken; `nil`: not at
  /// all.
  package var externalWorkTimeout: Duration?

  /// What 'record' and 'save' do, where somebody keeps a record of the session.
  package var onRecording: ((RecordingRequest) throws(Diagnostic) -> String?)?

  /// Who is told what each line did, where somebody writes it down in another form.
  package var journal: Journal?

  /// Who is told of each action that becomes part of the script's state, and whether without a word
  /// to whoever reads lines.
  package var onTransition: ((StateTransition, _ isSilent: Bool) -> Void)?

  /// Whether received actions and running effects have to be accounted for.
  var isExhaustive = true
  /// Whether a command whose output is not compared is a failure; a script runner asks.
  public internal(set) var isStrict = false
  /// Whether a prompt says how long each line took.
  public internal(set) var isTiming = false
  /// Whether a prompt leaves out of diffs what did not change.
  public internal(set) var isCompact = false
  /// Whether nothing has happened since a `finish` succeeded or failed.
  public internal(set) var isFinished = true
  /// The stores that are open, in the order of their opening.
  var stores: [OpenStore] = []
  /// The one of them that commands are about.
  var open: OpenStore?
  /// What `$name` stands for, in every store.
  let variables = VariableTable()
  var wake: @Sendable () -> Void = {}
  var events: [Event] = []
  var directive: Outcome.Directive?

  /// Starts a session in which no feature is open yet.
  public init(
    catalog: [any DrivenFeature], taking: ReceiveMode, context: RunContext? = nil,
    files: (any FileSource)? = nil, environment: [String: String] = [:]
  ) {
    self.catalog = catalog
    self.receiveMode = taking
    self.context = context
    initialContext = context
    self.files = files
    self.environment = environment
  }

  deinit { for open in stores { open.store.close() } }

  /// Runs one logical line; nothing that it says can end the process or be lost.
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

  /// The name of the store that commands are about: the feature's, unless it was opened `as`
  /// another.
  public var storeName: String? { open?.name }

  /// The name of the feature that commands are about.
  public var featureName: String? { open?.feature.name }

  /// The effects that run in the open store.
  public var effects: [RunningEffect] { open?.store.effects ?? [] }

  /// Whether the open store has real endpoints and real time.
  public var isLive: Bool { open?.context == .live }

  /// The code with which a `finish` would fail now, at a prompt; `nil` when it would not.
  public var finishFailureCode: DiagnosticCode? {
    guard !isFinished, isExhaustive else { return nil }
    for open in stores {
      // Whether it is over by then is a matter of when a script is run.
      if open.context != .live, !open.store.externalEffects.isEmpty { return nil }
      // What came to a store that is not in use waits there.
      if !open.queue.isEmpty { return "unreceived" }
      if !open.store.effects.isEmpty { return "running-effects" }
      if !open.stubs.unusedStubs.isEmpty { return "unused-stub" }
    }
    return nil
  }

  /// Has `wake` called, from any thread, when something comes back from outside and `poll` would
  /// find it.
  public func onExternalWork(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    for open in stores { open.store.onExternalWork(wake) }
  }

  /// Takes received actions at once from here on; `poll` takes those that wait.
  package func switchToImmediateMode() { receiveMode = .immediate }

  /// Takes what came back from outside since the last line; `nil` when nothing did.
  public func poll() -> Outcome? {
    for open in stores { open.store.poll() }
    var outcome = Outcome(text: "")
    collect(&outcome)
    let isEmpty = outcome.events.isEmpty && outcome.received.isEmpty && outcome.failure == nil
    return isEmpty && !outcome.hasAppliedIgnoredActions ? nil : outcome
  }

  private func execute(_ line: Line) -> Outcome {
    var outcome = Outcome(text: line.text, line: line)
    guard let command = Command.named(line.verb) else {
      outcome.failure = Diagnostic(
        "unknown-verb", "'\(line.verb)' is no verb", at: line.verbRange,
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

  /// Takes what came by itself before a line: the line's own doing begins behind it.
  private func collectPrecedingEvents() -> [Event] {
    guard let open, open.context == .live else { return [] }
    open.store.poll()
    open.store.syncWithWallClock()
    open.queue += open.store.takeTransitions()
    applyLiveActions(of: open)
    defer { events = [] }
    return events
  }

  /// Moves what happened into the outcome: the command's own events, what went wrong, then what
  /// was received, so that each received action stands as a line of its own behind the command.
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
      // What may have come from outside comes behind the 'settle' of a script.
      if !open.hasWaitedForExternalWork, outcome.line != nil { applyIgnoredActions(of: open) }
      reportWatchedChanges(of: open)
      outcome.events += events
      events = []
      takeProblems(of: open, &outcome)
      outcome.isExternal = hasWaited
      if receiveMode == .immediate, !open.queue.isEmpty {
        let isOutside = open.hasWaitedForExternalWork || !open.store.externalEffects.isEmpty
        outcome.isExternal = isOutside
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

  /// What happened in stores that are open beside the one in use: it waits there until they are
  /// used, and what went wrong does not.
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
      outcome.failure = Diagnostic("unexpected-pass", "the line was expected to fail, and did not")
    }
    return outcome
  }
}
