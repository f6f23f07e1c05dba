import MachoValues

extension Session {
  /// The open store, or the error that says how to open one.
  func opened() throws(Diagnostic) -> OpenStore {
    guard let open else {
      throw Diagnostic(
        "no-feature", "no feature is open",
        notes: ["open one:  feature " + (catalog.first?.name ?? "NAME")])
    }
    return open
  }

  /// Opens a feature anew in the store that commands are about, from its registered start state or
  /// another one.
  func reopen(
    _ open: OpenStore, from state: Any? = nil, in context: RunContext? = nil,
    stubs: StubTable = StubTable()
  ) {
    self.open(
      open.feature, as: open.isNamed ? open.name : nil, from: state, in: context, stubs: stubs)
  }

  /// Opens a feature, from its registered start state or another one.
  ///
  /// Without a name it takes the place of the store that has none; with one, of the store of that
  /// name.
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
    // What was open is closed first: two stores of one feature may share what it uses.
    if let replaced { stores.remove(at: replaced).store.close() }
    let open = OpenStore(
      feature: feature, name: name, state: state ?? feature.startState, context: context,
      stubs: stubs, syntax: syntax)
    stores.insert(open, at: replaced ?? stores.count)
    journal?.recordOpening(open)
    self.open = open
    open.store.onExternalWork(wake)
    // What is recorded of a live store does without it: a script opens it as any other.
    let inScripts = context == .live ? .test : context
    if inScripts != scriptContext {
      impliedContext = inScripts
      scriptContext = inScripts
    }
    isFinished = false
    events.append(.opened(feature: feature.name, context: context))
  }

  /// Waits for work outside where lines do; whether it ended.
  ///
  /// Work that is very quick may end while its line still runs, or right after it. Waited for at
  /// once, it belongs to that line either way. An effect that does not end in time is not waited
  /// for again.
  func settleExternalWork(_ open: OpenStore) -> Bool {
    guard let externalWorkTimeout, receiveMode == .immediate, open.context != .live else {
      return false
    }
    let outside = open.store.externalEffects.map(\.id)
    guard !open.unsettledEffects.isSuperset(of: outside) else { return false }
    open.hasWaitedForExternalWork = true
    if open.store.settle(within: externalWorkTimeout, unless: interrupt) { return true }
    open.unsettledEffects.formUnion(open.store.externalEffects.map(\.id))
    return false
  }

  /// Takes every received action at once, each with the line that would assert it.
  func applyQueuedActions(of open: OpenStore) {
    for step in open.queue { applyImmediately(atOnce: step, of: open) }
    open.queue = []
  }

  private func applyImmediately(atOnce step: StateTransition, of open: OpenStore) {
    let line = open.receiveLine(step.action)
    guard !open.isIgnored(step.action) else {
      _ = apply(step, as: line, of: open)
      return
    }
    reportWatchedChanges(of: open)
    open.unassertedActions.append(step.action)
    events.append(
      .received(
        action: String(line.dropFirst("receive ".count)), diff: apply(step, as: line, of: open)))
  }

  /// Takes what came by itself in a live store, and what it made the store do, in its order.
  func applyLiveActions(of open: OpenStore) {
    let segments = open.callRecorder.segments(of: open.stubs.takeLiveEvents())
    guard receiveMode == .immediate else { return }
    // The action that the command sent is no received one.
    var surplus = segments.reduce(0) { $0 + $1.transitionCount } - open.queue.count
    for segment in segments {
      let steps = max(0, segment.transitionCount - max(0, surplus))
      surplus -= segment.transitionCount
      events += segment.stubs.map { .called(stub: $0) }
      if !segment.lines.isEmpty { reportWatchedChanges(of: open) }
      events += segment.lines.map { .externalInput(line: $0) }
      if segment.isExternal, segment.lines.isEmpty, steps > 0 || !segment.stubs.isEmpty {
        events.append(.externalInput(line: "settle within 10s"))
      }
      for step in open.queue.prefix(steps) { applyImmediately(atOnce: step, of: open) }
      open.queue.removeFirst(min(steps, open.queue.count))
    }
    applyQueuedActions(of: open)
  }

  /// Makes a step part of the script's state and of its history; its diff.
  func apply(
    _ step: StateTransition, as line: String, of open: OpenStore, isSkipped: Bool = false
  ) -> String? {
    let diff = open.store.diff(step.before, step.after)
    open.scriptState = step.after
    open.history.append(step, as: line, changed: diff != nil, by: open.store)
    journal?.record(step, line, diff, isSkipped: isSkipped, of: open)
    if let onTransition {
      onTransition(step, isSkipped || step.cause != .sent && open.isIgnored(step.action))
    }
    return diff
  }

  /// Refuses to look at a state that depends on when outside work comes back.
  func requireNoExternalWork(_ open: OpenStore) throws(Diagnostic) {
    guard open.context != .live else { return }
    let outside = open.store.externalEffects
    guard !outside.isEmpty else { return }
    throw Diagnostic(
      "outside-world",
      outside.count == 1
        ? "an effect waits for something outside the store's executor"
        : "\(outside.count) effects wait for something outside the store's executor",
      notes: outside.map(\.identity)
        + ["wait for it:  settle within 2s"])
  }

  /// Whether a condition in front of a line holds.
  func isSatisfied(_ condition: Line.Condition) throws(Diagnostic) -> Bool {
    let holds: Bool
    switch (condition.name, condition.argument) {
    case ("linux", nil): holds = Platform.current == "linux"
    case ("macos", nil): holds = Platform.current == "macos"
    case (_, let name?) where name.isEmpty || name.contains(where: \.isWhitespace):
      throw Diagnostic(
        "unknown-condition", "'\(name)' is no name", at: condition.range,
        notes: ["conditions: [linux] [macos] [env:NAME] [feature:NAME], each negated by [!...]"])
    case ("env", let name?): holds = environment[name].map { !$0.isEmpty } ?? false
    case ("feature", let name?): holds = catalog.contains { $0.name == name }
    default:
      throw Diagnostic(
        "unknown-condition", "'\(condition.name)' is no condition", at: condition.range,
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
