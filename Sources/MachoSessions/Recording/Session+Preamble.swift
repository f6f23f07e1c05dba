import MachoValues

extension Session {
  /// The lines that bring a script to the session's present state. `nil` if a few lines cannot.
  ///
  /// The state describes a feature completely only if no effect is in flight and nothing is
  /// stubbed. Its dependencies must also be visible (live) or absent (test). Preview dependencies
  /// and objects have hidden state.
  package var preamble: [Line]? {
    guard schedule == nil else { return nil }
    guard let open else {
      return settings.isExhaustive && !isStrict && variables.isEmpty ? [] : nil
    }
    guard stores.all.count == 1, !open.isNamed, variables.isEmpty, open.context != .preview,
      open.store.isStateComplete, open.store.effects.isEmpty, open.stubs.isEmpty,
      settings.isExhaustive,
      !isStrict, open.queue.isEmpty, open.ignoreRules.isEmpty, open.watches.isEmpty,
      open.history.marks.isEmpty, open.history.branches.count == 1
    else { return nil }
    let state = open.syntax.print(open.root)
    guard
      let read = try? open.syntax.read(
        state[...], as: open.feature.stateType, overlaying: open.feature.startState),
      open.store.change(from: read, to: open.scriptState) == nil
    else { return nil }
    return [Line(.feature, open.feature.name), Line(.start, state)]
  }
}

extension StubTable {
  /// Whether there are no stubs and no pending calls.
  fileprivate var isEmpty: Bool {
    contents.withLock { $0.rules.isEmpty && $0.pendingCallTexts.isEmpty }
  }
}
