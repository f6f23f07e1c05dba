import MachoValues

extension Session {
  /// The lines that bring a script to where the session is; `nil` where no few lines can.
  ///
  /// A state is all there is to a feature only if nothing runs, nothing is stubbed, and what it
  /// depends on is seen (live) or not there (test): a preview's dependencies have a past too, and
  /// so has an object that knows more than it shows.
  package var preamble: [String]? {
    guard let open else { return isExhaustive && !isStrict && variables.isEmpty ? [] : nil }
    guard stores.count == 1, !open.isNamed, variables.isEmpty, open.context != .preview,
      open.store.isStateComplete, open.store.effects.isEmpty, open.stubs.isEmpty, isExhaustive,
      !isStrict, open.queue.isEmpty, open.ignoreRules.isEmpty, open.watches.isEmpty,
      open.history.marks.isEmpty, open.history.branches.count == 1
    else { return nil }
    let state = open.syntax.print(open.root)
    guard
      let read = try? open.syntax.read(
        state[...], as: open.feature.stateType, overlaying: open.feature.startState),
      open.store.diff(read, open.scriptState) == nil
    else { return nil }
    return ["feature \(open.feature.name)", "start \(state)"]
  }
}

extension StubTable {
  /// Whether nothing is stubbed and no call waits.
  fileprivate var isEmpty: Bool {
    contents.withLock { $0.rules.isEmpty && $0.pendingCallTexts.isEmpty }
  }
}
