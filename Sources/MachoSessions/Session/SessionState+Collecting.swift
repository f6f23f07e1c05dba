// Collects what a line caused into its outcome.

extension SessionState {
  /// Collects the external input that arrived before a line, so that it precedes the line's own
  /// events.
  func collectPrecedingEvents() -> [Event] {
    guard let open = stores.current, open.context == .live else { return [] }
    open.store.poll()
    open.store.syncWithWallClock()
    open.queue += open.takeTransitions()
    return pending.takeEvents() + open.applyLiveActions(settings.receiveMode)
  }

  /// Moves the events into the outcome. ORDER: the command's own events, then problems, then
  /// received actions, so that each received action is printed as a line of its own below the
  /// command.
  func collect(_ outcome: inout Outcome) {
    for other in stores.others {
      // Transitions stay queued until the store is used.
      other.queue += other.takeTransitions()
      other.applyIgnoredActions()
      takeProblems(of: other, &outcome)
    }
    if let open = stores.current {
      open.context == .live ? collectLive(open, &outcome) : collect(open, &outcome)
    } else {
      outcome.events += pending.takeEvents()
    }
    if let problem = schedule?.takeProblem() {
      if outcome.failure == nil {
        outcome.failure = problem
      } else {
        outcome.failure?.notes.append(problem.asNote)
      }
    }
    outcome.preceding += pending.preceding
    outcome.directive = pending.directive
    outcome.impliedContext = pending.impliedContext
    pending = PendingOutcome()
  }

  private func collectLive(_ open: OpenStore, _ outcome: inout Outcome) {
    outcome.wasLive = true
    open.queue += open.takeTransitions()
    outcome.events += pending.takeEvents() + open.takeWatchedChanges()
    takeProblems(of: open, &outcome)
    outcome.received += pending.received
    outcome.received += open.applyLiveActions(settings.receiveMode) + open.takeWatchedChanges()
  }

  private func collect(_ open: OpenStore, _ outcome: inout Outcome) {
    let isImmediate = settings.receiveMode == .immediate
    let hasWaited = isImmediate && settle(open)
    if isImmediate, open.store.hasExternalChanges { open.hasWaitedForExternalWork = true }
    open.queue += open.takeTransitions()
    // Actions that external work may have caused come after the script's 'settle'.
    if !open.hasWaitedForExternalWork, outcome.line != nil { open.applyIgnoredActions() }
    outcome.events += pending.takeEvents() + open.takeWatchedChanges()
    takeProblems(of: open, &outcome)
    outcome.isExternal = hasWaited
    guard isImmediate, !open.queue.isEmpty else { return }
    outcome.isExternal = open.hasWaitedForExternalWork || !open.store.externalEffects.isEmpty
    if outcome.isExternal { open.store.recordSettle() }
    outcome.hasAppliedIgnoredActions = open.queue.contains { open.isIgnored($0.action) }
    outcome.received += open.applyQueuedActions() + open.takeWatchedChanges()
  }

  /// Waits for external work, if the session has a timeout for it. Returns whether the work
  /// finished.
  ///
  /// Very quick work may finish while its line runs or right after it. Waiting makes it belong to
  /// that line in both cases. Effects that do not finish in time are not waited for again.
  private func settle(_ open: OpenStore) -> Bool {
    guard let timeout = settings.externalWorkTimeout else { return false }
    let external = open.store.externalEffects.map(\.id)
    guard !open.unsettledEffects.isSuperset(of: external) else { return false }
    open.hasWaitedForExternalWork = true
    if open.store.settle(within: timeout, interrupt: interrupt) { return true }
    open.unsettledEffects.formUnion(open.store.externalEffects.map(\.id))
    return false
  }

  private func takeProblems(of open: OpenStore, _ outcome: inout Outcome) {
    var problems = open.stubs.takeProblems() + open.store.takeProblems()
    if !open.monitor.isEmpty {
      open.monitor.finishInput(in: open.scene)
      problems += open.monitor.takeFailure().map { [$0.diagnostic] } ?? []
    }
    if settings.isStrict || settings.refusesLiveDependencies {
      problems += open.takeLiveDependencyProblem().map { [$0] } ?? []
    }
    if stores.all.count > 1 {
      for index in problems.indices { problems[index].notes.append("in the store '\(open.name)'") }
    }
    // A recording has the problems that are not of endpoints, so these are first.
    let endpointProblems = problems.filter(\.isOfEndpoint)
    problems = problems.filter { !$0.isOfEndpoint } + endpointProblems
    outcome.endpointProblems += endpointProblems
    if outcome.failure == nil, !problems.isEmpty { outcome.failure = problems.removeFirst() }
    outcome.failure?.notes += problems.map(\.asNote)
  }
}

extension Diagnostic {
  /// A note about the diagnostic in another one.
  var asNote: String { "also \(code): \(message)" }
}
