import MachoDiff

// Received actions become part of the script state. The functions return the events to report.

extension OpenStore {
  /// Takes the store's transitions since the last call. They belong to one new input, which `undo`
  /// undoes as a whole.
  func takeTransitions() -> [StateTransition] {
    var transitions = takeFurtherTransitions()
    if !transitions.isEmpty { transitions[0].startsInput = true }
    return transitions
  }

  /// Takes the store's transitions since the last call, which belong to the same input as those before.
  func takeFurtherTransitions() -> [StateTransition] {
    let transitions = store.takeTransitions()
    if !monitor.isEmpty { monitor.record(transitions, in: scene) }
    return transitions
  }

  /// Adds a transition to the script state and the history. Returns its change.
  func apply(_ transition: StateTransition, as line: Line, isSkipped: Bool = false) -> Change? {
    let change = store.change(from: transition.recordedBefore, to: transition.recordedAfter)
    scriptState = transition.after
    scriptObjects = transition.objects?.after ?? scriptObjects
    history.append(
      transition, as: line.text, changed: change != nil, objectChanges: objectChanges(transition),
      by: store)
    observers.journal?.record(transition, line, change, isSkipped: isSkipped, of: self)
    if let onTransition = observers.onTransition {
      onTransition(
        transition, isSkipped || transition.cause != .sent && isIgnored(transition.action))
    }
    return change
  }

  /// Applies all received actions. Each becomes an event with its `receive` line.
  func applyQueuedActions() -> [Event] {
    defer { queue = [] }
    return queue.flatMap(applyImmediately)
  }

  func applyImmediately(_ transition: StateTransition) -> [Event] {
    if let line = transition.modifyLine {
      return takeWatchedChanges()
        + [.modified(line, apply(transition, as: line))]
    }
    let pattern = receivePattern(of: transition.action)
    let line = Line(.receive, pattern)
    guard !isIgnored(transition.action) else {
      _ = apply(transition, as: line)
      return []
    }
    let watched = takeWatchedChanges()
    unassertedActions.append(transition.action)
    let change = apply(transition, as: line)
    return watched + [
      .received(
        action: pattern, change, casePattern: casePattern(of: transition.action, pattern, change))
    ]
  }

  /// Applies modifications that other code made before the line's own input. Each is an input of its
  /// own.
  func applyPreceding(_ transitions: ArraySlice<StateTransition>) -> [Event] {
    transitions.flatMap { transition in
      var transition = transition
      transition.startsInput = true
      guard context == .live, transition.modifyLine == nil else {
        return applyImmediately(transition)
      }
      let waiting = store.externalEffects.filter { $0.status == .external }.map(\.id)
      return settleEvents([transition], waiting: Set(waiting)) + applyImmediately(transition)
    }
  }

  /// Applies the external input of a live store and its consequences, in order.
  func applyLiveActions(_ mode: Session.ReceiveMode) -> [Event] {
    let segments = callRecorder.segments(of: stubs.takeLiveEvents())
    guard mode == .immediate else { return [] }
    var events: [Event] = []
    // The action that the command sent is not in the queue.
    var surplus = segments.reduce(0) { $0 + $1.transitionCount } - queue.count
    for (index, segment) in segments.enumerated() {
      let count = max(0, segment.transitionCount - max(0, surplus))
      surplus -= segment.transitionCount
      events += segment.stubs.map { .called($0) }
      if !segment.inputs.isEmpty { events += takeWatchedChanges() }
      events += segment.inputs
      if segment.isExternal, segment.inputs.isEmpty {
        events += settleEvents(
          queue.prefix(count).filter { $0.modifyLine == nil }, waiting: segment.waitingEffects,
          ended: segment.endedEffects, hasStubs: !segment.stubs.isEmpty)
      } else {
        events += blockedReceiveEvents(
          queue.prefix(count), endedLater: segments[(index + 1)...].map(\.endedEffects))
      }
      settledEffects.subtract(segment.endedEffects)
      // The segment is a line of a script, so it is an input of its own for `undo`.
      if segment.isExternal, count > 0, !queue.isEmpty { queue[0].startsInput = true }
      for transition in queue.prefix(count) { events += applyImmediately(transition) }
      queue.removeFirst(min(count, queue.count))
      events += segment.remarks.map { .remark($0) }
    }
    return events + applyQueuedActions()
  }

  /// Returns the line with which a script waits for received transitions, for calls and for the end
  /// of effects, if it needs one.
  private func settleEvents(
    _ received: [StateTransition], waiting: Set<Int>, ended: Set<Int> = [], hasStubs: Bool = false
  ) -> [Event] {
    // In a script, an earlier line has waited for these effects until they ended.
    let ended = ended.subtracting(settledEffects)
    guard !received.isEmpty || hasStubs || !ended.isEmpty else { return [] }
    let isSettled = received.contains {
      $0.cause.effect.map(settledEffects.contains) ?? !settledEffects.isEmpty
    }
    settledEffects.formUnion(waiting)
    let remark = "an earlier 'settle' may receive this: other work was pending there"
    return (isSettled ? [.remark(remark)] : []) + [.externalInput(.settleInScript)]
  }

  /// Returns the comment for transitions that a script cannot receive, because it has not waited for
  /// an effect that waits for other threads. The comment names each effect once.
  private func blockedReceiveEvents(
    _ received: ArraySlice<StateTransition>, endedLater: [Set<Int>]
  ) -> [Event] {
    guard let last = received.last(where: { $0.modifyLine == nil }) else { return [] }
    let waiting = store.externalEffects.filter { $0.status == .external }.map(\.id)
    let blocking = endedLater.reduce(into: Set(waiting)) { $0.formUnion($1) }
      .filter { $0 <= last.lastEffectIDBefore }
      .subtracting(settledEffects).subtracting(blockingEffects)
    blockingEffects.formUnion(blocking)
    return blocking.sorted().map {
      .remark("effect #\($0) still waits for another thread, so a script cannot receive this")
    }
  }

  /// Returns the comment for effects that a line of a live store reports, although they have ended in
  /// a script: an earlier line has waited for them.
  func endedInScriptEvents(_ effects: [RunningEffect]) -> [Event] {
    guard context == .live else { return [] }
    return effects.filter { settledEffects.contains($0.id) }.map {
      .remark("an earlier 'settle' waits until effect #\($0.id) has ended")
    }
  }

  /// Applies the ignored actions at the front of the queue, unless their timing depends on external
  /// work.
  func applyIgnoredActions() {
    guard !ignoreRules.isEmpty, store.externalEffects.isEmpty else { return }
    let transitions = queue.prefix { isIgnored($0.action) }
    queue.removeFirst(transitions.count)
    for transition in transitions { _ = apply(transition, as: receiveLine(transition.action)) }
  }

  /// Applies a received action without an assertion, and reports it as skipped.
  func skip(_ transition: StateTransition) -> [Event] {
    let line = receiveLine(transition.action)
    let isIgnored = isIgnored(transition.action)
    _ = apply(transition, as: line, isSkipped: !isIgnored)
    return isIgnored ? [] : [.notice("skipped " + line.text)]
  }

  /// Skips all received actions.
  func skipQueuedActions() -> [Event] {
    let transitions = queue
    queue = []
    return transitions.flatMap(skip)
  }

  /// Throws if received actions are unasserted. With 'exhaustive off', skips them.
  func resolveUnassertedActions(
    before verb: String, isExhaustive: Bool
  ) throws(Diagnostic) -> [Event] {
    guard isExhaustive, !queue.isEmpty else { return skipQueuedActions() }
    let lines = queue.map { receiveLine($0.action) }
    var error = Diagnostic(
      "unasserted-action",
      queue.count == 1
        ? "a received action must be asserted before '\(verb)'"
        : "\(queue.count) received actions must be asserted before '\(verb)'",
      notes: lines.map(\.text))
    error.missingLines = lines
    throw error
  }

  /// Throws if the state depends on external work that is pending.
  ///
  /// A live store shows real calls too, which a script replaces.
  func requireNoExternalWork() throws(Diagnostic) {
    guard context != .live else { return }
    try requireNoEffects(store.externalEffects)
  }

  /// Throws if a script of this session has pending external work.
  func requireNoExternalWorkInScript() throws(Diagnostic) {
    try requireNoEffects(store.externalEffects.filter { $0.status == .external })
  }

  private func requireNoEffects(_ effects: [RunningEffect]) throws(Diagnostic) {
    guard !effects.isEmpty else { return }
    throw Diagnostic(
      "external-work",
      effects.count == 1
        ? "an effect waits for external work"
        : "\(effects.count) effects wait for external work",
      notes: effects.flatMap { [$0.identity] + $0.evidence.map { "  it \($0)" } }
        + store.liveDependencies.map { "the live value of '\($0)' is in use: no stub covers it" }
        + ["wait for it:  settle within 2s"],
      locations: effects.map(\.location))
  }
}
