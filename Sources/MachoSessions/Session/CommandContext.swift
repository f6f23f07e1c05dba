import MachoValues

/// What a command may read and do in its session.
///
/// A command may also change the stores of the session, which are objects.
struct CommandContext {
  /// The running command.
  let command: Command
  private let state: SessionState

  init(_ state: SessionState, running command: Command) {
    self.state = state
    self.command = command
  }

  // MARK: Reading

  var commands: [Command] { state.commands }
  var catalog: [any DrivenFeature] { state.catalog }
  var listedFeatures: [any DrivenFeature] { state.listedFeatures }
  var files: (any FileSource)? { state.files }
  var stores: StoreList { state.stores }
  /// The values of `$name`, which `let` changes.
  var variables: VariableTable { state.variables }
  /// The open store's syntax, or one without types.
  var syntax: ValueSyntax { state.syntax }
  /// Stops a waiting command.
  var interrupt: Interrupt { state.interrupt }
  var isExhaustive: Bool { state.settings.isExhaustive }
  var receiveMode: Session.ReceiveMode { state.settings.receiveMode }

  /// Returns the open store. Throws an error that explains how to open one.
  func opened() throws(Diagnostic) -> OpenStore { try state.opened() }

  /// Returns whether a condition is satisfied.
  func isSatisfied(_ condition: Line.Condition) throws(Diagnostic) -> Bool {
    try state.isSatisfied(condition)
  }

  // MARK: Reporting

  func report(_ event: Event) { state.pending.events.append(event) }

  func report(_ events: [Event]) { state.pending.events += events }

  /// Reports events that happened before the line ran.
  func precede(_ events: [Event]) { state.pending.preceding += events }

  /// Passes a directive to the session's host.
  func direct(_ directive: Outcome.Directive) { state.pending.directive = directive }

  /// Passes a request to the session's recorder. Returns the text to print, if any.
  func perform(_ request: RecordingRequest) throws(Diagnostic) -> String? {
    try state.observers.perform(request)
  }

  /// Explores the store in use. Returns the text to print.
  func explore(_ goal: ExplorationGoal) throws(Diagnostic) -> String {
    guard let onExploring = state.observers.onExploring else {
      throw Diagnostic(
        "not-supported", "exploring requires a prompt or a server",
        notes: ["explore from a script:  macho explore FEATURE --from SCRIPT"])
    }
    return try onExploring(goal)
  }

  /// Asks the host to continue in the rebuilt driver. Returns the text to print, if any.
  func reload() throws(Diagnostic) -> String? {
    guard let onReloading = state.observers.onReloading else {
      throw Diagnostic(
        "not-supported", "reloading requires the prompt of 'macho repl'",
        notes: ["scripts, servers and their clients keep the driver that they started with"])
    }
    return try onReloading()
  }

  /// Records that the test clocks have advanced.
  func recordElapsedTime(_ time: Duration) { state.observers.journal?.recordElapsedTime(time) }

  /// The order of ready jobs, if one was set.
  var schedule: Schedule? { state.schedule }

  // MARK: Changing

  /// Sets the order of ready jobs.
  func setSchedule(_ schedule: Schedule) { state.setSchedule(schedule) }

  /// Sets whether nothing has happened since the last `finish`.
  func setFinished(_ isFinished: Bool) { state.stores.isFinished = isFinished }

  func set(_ setting: WritableKeyPath<SessionSettings, Bool>, to value: Bool) {
    state.settings[keyPath: setting] = value
  }

  /// Whether features may run with real dependencies.
  var allowsLive: Bool { state.settings.allowsLive }

  /// Rounds the times of live stores' clocks down to multiples of a duration.
  func roundWallClocks(to step: Duration) { state.roundWallClocks(to: step) }

  /// Requests a context for the open feature, which is reopened, and later ones.
  ///
  /// Throws `no-such-preset`, and changes nothing, if the open feature lacks the preset.
  func choose(_ context: ContextChoice, at range: Range<Int>) throws(Diagnostic) {
    if let open = stores.current { try context.check(for: open.feature, at: range) }
    state.settings.choose(context)
    if let open = stores.current { reopen(open, in: context) }
  }

  /// Switches to another open store.
  func use(_ store: OpenStore) { state.stores.use(store) }

  /// Opens a feature. Default for `name`: the feature's name.
  ///
  /// Throws `no-such-preset` if the feature lacks the chosen preset.
  func open(
    _ feature: any DrivenFeature, as name: String?, at range: Range<Int>
  ) throws(Diagnostic) {
    let choice = state.settings.context(for: feature)
    do { try choice.check(for: feature, at: range) } catch {
      // A script fails here too if it chooses the preset first.
      state.pending.impliedContext = state.settings.impliedContext(afterOpeningIn: choice)
      throw error
    }
    state.open(feature, as: name)
  }

  /// Reopens a store's feature from a state. Default: the registered start state.
  func reopen(
    _ open: OpenStore, from start: Any? = nil, in context: ContextChoice? = nil,
    stubs: StubTable = StubTable()
  ) {
    state.reopen(open, from: start, in: context, stubs: stubs)
  }

  /// Resets the session to its initial state.
  func resetSession() { state.reset() }
}
