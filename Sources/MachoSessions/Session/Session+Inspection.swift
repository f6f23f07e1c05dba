import MachoValues

// A session's state as data, for clients that do not parse lines.

extension Session {
  /// The status of all effects of the store in use.
  package enum StoreStatus: String, Sendable {
    /// No feature is open.
    case none
    /// No effect is in flight.
    case idle
    /// All effects sleep on the store's clock.
    case asleep
    /// Some effects wait for a response or another action.
    case waiting
    /// Some effects wait for external work.
    case external
  }

  /// The name of the store in use. Default: the feature's name, unless `as` gave another.
  package var storeName: String? { open?.name }

  /// The name of the feature in use.
  package var featureName: String? { open?.feature.name }

  /// The effects in flight in the open store.
  package var effects: [RunningEffect] { open?.store.effects ?? [] }

  /// Whether the open store has real endpoints and real time.
  package var isLive: Bool { open?.context == .live }

  /// Whether nothing has happened since the last `finish`.
  package var isFinished: Bool { stores.isFinished }

  /// The code with which a `finish` would fail now at a prompt. `nil` if it would pass.
  package var finishFailureCode: DiagnosticCode? {
    guard !isFinished, settings.isExhaustive else { return nil }
    for open in stores.all {
      if open.store.externalEffects.contains(where: { $0.status == .external }) {
        // A script with the lines of a live session holds the work, as does one that waits for none.
        // Otherwise the result depends on when the script runs, so it is unknown.
        return open.context == .live || !open.hasWaitedForExternalWork ? "external-work" : nil
      }
      // Received actions of a store that is not in use stay queued.
      if !open.queue.isEmpty { return "unasserted-action" }
      if !open.store.effects.isEmpty { return "running-effects" }
      if !open.stubs.unusedStubs.isEmpty { return "unused-stub" }
    }
    return nil
  }

  /// Removes the stubs of all stores that have not been called, so that `finish` does not report them.
  package func removeUnusedStubs() {
    for open in stores.all { open.stubs.removeUnusedStubs() }
  }

  /// The feature in use.
  package var feature: (any DrivenFeature)? { open?.feature }

  /// The store in use, with its stubs.
  package var storeInUse: (store: any DrivenStore, stubs: StubTable)? {
    open.map { ($0.store, $0.stubs) }
  }

  /// The context of the store in use.
  package var openContext: ContextChoice? { open?.choice }

  /// The number of actions of the history that are in force.
  package var position: Int { open?.history.position ?? 0 }

  /// The state after the last sent or asserted action.
  package var scriptState: TypedValue? { open?.root }

  /// The value syntax of the store in use.
  package var syntax: ValueSyntax { open?.syntax ?? ValueSyntax() }

  /// The time until the next deadline of any store.
  package var nextDeadline: Duration? { stores.nextDeadline }

  /// The pending calls of the store in use, oldest first, as 'answer' writes them.
  package var pendingCalls: [(endpoint: String, text: String)] { open?.stubs.pendingCalls ?? [] }

  /// The text of each variable. A capture of the same name must match it.
  package var variableTexts: [String: String] {
    var texts: [String: String] = [:]
    for name in variables.names { texts[name] = variables[name]?.text }
    return texts
  }

  /// The status of the store in use.
  package var storeStatus: StoreStatus {
    guard let open else { return .none }
    let effects = open.store.effects
    if effects.isEmpty { return .idle }
    var result = StoreStatus.asleep
    for effect in effects {
      switch effect.status {
      case .external: return .external
      case .waiting: result = .waiting
      case .asleep: break
      }
    }
    return result
  }

  /// Returns the script state's value at a path, as `state` does. An empty path returns all of it.
  package func value(atPath path: String) throws(Diagnostic) -> TypedValue {
    let open = try opened()
    return path.isEmpty ? open.root : try open.value(at: Arguments(text: path[...], offset: 0))
  }

  /// Parses a pattern for received actions, as `receive` does.
  package func receivePattern(_ text: String) throws(Diagnostic) -> ActionPattern {
    try opened().pattern(Arguments(text: text[...], offset: 0))
  }
}
