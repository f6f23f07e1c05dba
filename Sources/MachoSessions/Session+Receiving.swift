import MachoValues

extension Session {
  /// Returns the open store. Throws an error that explains how to open one.
  func opened() throws(Diagnostic) -> OpenStore {
    guard let open else {
      throw Diagnostic(
        "no-feature", "no feature is open",
        notes: ["open one:  feature " + (catalog.first?.name ?? "NAME")])
    }
    return open
  }

  /// Reopens a store's feature from a state. Default: the registered start state.
  func reopen(
    _ open: OpenStore, from state: Any? = nil, in context: RunContext? = nil,
    stubs: StubTable = StubTable()
  ) {
    self.open(
      open.feature, as: open.isNamed ? open.name : nil, from: state, in: context, stubs: stubs)
  }

  /// Opens a feature from a state. Default: the registered start state.
  ///
  /// A store without a name replaces the other store without a name. A named store replaces the
  /// store of that name.
  func open(
    _ feature: any DrivenFeature, as name: String? = nil, from state: Any? = nil,
    in context: RunContext? = nil, stubs: StubTable = StubTable()
  ) {
    var syntax = feature.syntax
    syntax.files = files
    syntax.variables = { [variables] in variables[$0] }
    let context =
      context ?? self.context ?? (receiveMode == .immediate ? feature.promptContext : .test)
    let replaced = stores.firstIndex { $0.name == name || !$0.isNamed && name == nil }
    // ORDER: close the replaced store first. Two stores of one feature may share resources.
    if let replaced { stores.remove(at: replaced).store.close() }
    let open = OpenStore(
      feature: feature, name: name, state: state ?? feature.startState, context: context,
      stubs: stubs, syntax: syntax)
    stores.insert(open, at: replaced ?? stores.count)
    journal?.recordOpening(open)
    self.open = open
    open.store.onExternalWork(wake)
    // A recording of a live store replaces its endpoints, so a script opens it in the test context.
    let inScripts = context == .live ? .test : context
    if inScripts != scriptContext {
      impliedContext = inScripts
      scriptContext = inScripts
    }
    isFinished = false
    events.append(.opened(feature: feature.name, context: context))
  }

  /// Waits for external work, if the session has a timeout for it. Returns whether the work
  /// finished.
  ///
  /// Very quick work may finish while its line runs or right after it. Waiting makes it belong to
  /// that line in both cases. Effects that do not finish in time are not waited for again.
  func settleExternalWork(_ open: OpenStore) -> Bool {
    guard let externalWorkTimeout, receiveMode == .immediate, open.context != .live else {
      return false
    }
    let external = open.store.externalEffects.map(\.id)
    guard !open.unsettledEffects.isSuperset(of: external) else { return false }
    open.hasWaitedForExternalWork = true
    if open.store.settle(within: externalWorkTimeout, interrupt: interrupt) { return true }
    open.unsettledEffects.formUnion(open.store.externalEffects.map(\.id))
    return false
  }

  /// Applies all received actions. Each becomes an event with its `receive` line.
  func applyQueuedActions(of open: OpenStore) {
    for transition in open.queue { applyImmediately(transition, of: open) }
    open.queue = []
  }

  private func applyImmediately(_ transition: StateTransition, of open: OpenStore) {
    let line = open.receiveLine(transition.action)
    guard !open.isIgnored(transition.action) else {
      _ = apply(transition, as: line, of: open)
      return
    }
    reportWatchedChanges(of: open)
    open.unassertedActions.append(transition.action)
    events.append(
      .received(
        action: String(line.dropFirst("receive ".count)),
        diff: apply(transition, as: line, of: open)))
  }

  /// Applies the external input of a live store and its consequences, in order.
  func applyLiveActions(of open: OpenStore) {
    let segments = open.callRecorder.segments(of: open.stubs.takeLiveEvents())
    guard receiveMode == .immediate else { return }
    // The action that the command sent is not in the queue.
    var surplus = segments.reduce(0) { $0 + $1.transitionCount } - open.queue.count
    for segment in segments {
      let count = max(0, segment.transitionCount - max(0, surplus))
      surplus -= segment.transitionCount
      events += segment.stubs.map { .called(stub: $0) }
      if !segment.lines.isEmpty { reportWatchedChanges(of: open) }
      events += segment.lines.map { .externalInput(line: $0) }
      if segment.isExternal, segment.lines.isEmpty, count > 0 || !segment.stubs.isEmpty {
        events.append(.externalInput(line: "settle within 10s"))
      }
      for transition in open.queue.prefix(count) { applyImmediately(transition, of: open) }
      open.queue.removeFirst(min(count, open.queue.count))
    }
    applyQueuedActions(of: open)
  }

  /// Adds a transition to the script state and the history. Returns its diff.
  func apply(
    _ transition: StateTransition, as line: String, of open: OpenStore, isSkipped: Bool = false
  ) -> String? {
    let diff = open.store.diff(transition.before, transition.after)
    open.scriptState = transition.after
    open.history.append(transition, as: line, changed: diff != nil, by: open.store)
    journal?.record(transition, line, diff, isSkipped: isSkipped, of: open)
    if let onTransition {
      onTransition(
        transition, isSkipped || transition.cause != .sent && open.isIgnored(transition.action))
    }
    return diff
  }

  /// Throws if the state depends on external work that is pending.
  func requireNoExternalWork(_ open: OpenStore) throws(Diagnostic) {
    guard open.context != .live else { return }
    let effects = open.store.externalEffects
    guard !effects.isEmpty else { return }
    throw Diagnostic(
      "external-work",
      effects.count == 1
        ? "an effect waits for external work"
        : "\(effects.count) effects wait for external work",
      notes: effects.map(\.identity)
        + ["wait for it:  settle within 2s"])
  }

  /// Returns whether a condition of a line is satisfied.
  func isSatisfied(_ condition: Line.Condition) throws(Diagnostic) -> Bool {
    let holds: Bool
    switch (condition.name, condition.argument) {
    case ("linux", nil): holds = Platform.current == "linux"
    case ("macos", nil): holds = Platform.current == "macos"
    case (_, let name?) where name.isEmpty || name.contains(where: \.isWhitespace):
      throw Diagnostic(
        "unknown-condition", "invalid name '\(name)'", at: condition.range,
        notes: ["conditions: [linux] [macos] [env:NAME] [feature:NAME], each negated by [!...]"])
    case ("env", let name?): holds = environment[name].map { !$0.isEmpty } ?? false
    case ("feature", let name?): holds = catalog.contains { $0.name == name }
    default:
      throw Diagnostic(
        "unknown-condition", "unknown condition '\(condition.name)'", at: condition.range,
        candidates: Self.conditions(near: condition.name),
        notes: ["conditions: [linux] [macos] [env:NAME] [feature:NAME], each negated by [!...]"])
    }
    return holds != condition.isNegated
  }

  private static func conditions(near name: String) -> [String] {
    let forms = ["linux": "linux", "macos": "macos", "env": "env:NAME", "feature": "feature:NAME"]
    return Suggestions.nearest(to: name, among: forms.keys.sorted()).compactMap { forms[$0] }
  }
}

private enum Platform {
  static var current: String {
    #if os(macOS)
      "macos"
    #elseif os(Linux)
      "linux"
    #else
      "other"
    #endif
  }
}
