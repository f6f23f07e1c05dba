import MachoLocks

/// Records the shared values in the state of a store, so that the store's owner can compare, keep
/// and restore states.
///
/// A state refers to its shared values, so an earlier state would read their present values. A
/// snapshot refers to copies instead.
///
/// Only the owner of the store may use it.
package final class SharedStateTracker<State> {
  private let sources: SharedSources
  private let changes: SharedChanges
  private let isLive: Bool
  /// The last copies, by the identity of their sources.
  private var copies: [ObjectIdentifier: AnySharedSource] = [:]
  /// The copies at each point that can be restored.
  private var points: [Int: [ObjectIdentifier: AnySharedSource]] = [:]

  /// Creates a tracker for a store whose dependencies are the current ones. Returns `nil` if the
  /// state contains no shared values.
  ///
  /// - Parameter executor: The store's executor. A change on another thread is accepted by an
  ///   external job.
  /// - Parameter isLive: Whether a recording of the store repeats what other code changes. Such
  ///   changes are one change until it is taken.
  package init?(of executor: StoreExecutor, isLive: Bool = false) {
    guard containsSharedValues(State.self) else { return nil }
    self.isLive = isLive
    sources = .current
    changes = SharedChanges(executor: executor, mergesOutsideChanges: isLive)
  }

  deinit { changes.stop() }

  /// Runs `body`. Meanwhile, other threads that modify observed values wait, so that their changes are
  /// before or after those of `body`.
  ///
  /// A thread waits only briefly, because `body` may wait for that thread.
  package func excludingOtherThreads<Result>(_ body: () -> Result) -> Result {
    changes.gate.whileHeld { _ in body() }
  }

  /// Returns a start state whose shared values are in the storage of the current dependencies.
  package static func open(_ state: State) -> State { rebind(state, by: SharedOpener()) }

  /// Returns a copy of a state that later changes of its shared values do not affect. It contains all
  /// changes until now, which `takeChange` does not return any more.
  package func snapshot(of state: State) -> State {
    changes.removeAll()
    return snapshot(of: state, by: SharedCopier(last: copies, willCopy: changes.observe))
  }

  /// Returns a copy of a state with the shared values of the last snapshot and those of a change.
  ///
  /// The stored value of a key that is new is a later change, if the store is live: a script begins
  /// without stored values.
  package func snapshot(of state: State, after change: SharedStateChange?) -> State {
    let copier = SharedChangeCopier(
      last: copies, changed: change?.copies ?? [:], omitsStoredValues: isLive,
      willCopy: changes.observe)
    defer { changes.recordStoredValues(copier.omitted) }
    return snapshot(of: state, by: copier)
  }

  private func snapshot(of state: State, by copier: SharedCopier) -> State {
    let snapshot = rebind(state, by: copier)
    // Values that the state does not contain at present are restored too.
    for source in sources.all { source.copy(by: copier) }
    let isSame =
      copier.replacements.count == copies.count
      && copier.replacements.allSatisfy { copies[$0.key] === $0.value }
    // An equal dictionary is kept, so that points share it.
    if !isSame { copies = copier.replacements }
    return snapshot
  }

  /// Records the shared values of the last snapshot as those of a point.
  package func recordPoint(_ number: Int) { points[number] = copies }

  /// Restores the shared values of a point. Returns the state of a snapshot with these values.
  package func restore(_ snapshot: State, at point: Int) -> State {
    let values = points[point] ?? [:]
    for (id, copy) in copies {
      guard let source = copy.originalSource else { continue }
      if let value = values[id] { source.restore(from: value) } else { source.restoreFirstValue() }
    }
    for copy in values.values { copy.originalSource?.restore(from: copy) }
    let ownSources = Set(copies.keys).union(values.keys)
    return rebind(snapshot, by: SharedRestorer(ownSources: ownSources))
  }

  /// Returns a snapshot with the shared values of a point.
  package func exchangingValues(of snapshot: State, forPoint number: Int) -> State {
    rebind(snapshot, by: SharedCopyExchanger(copies: points[number] ?? [:]))
  }

  /// Removes and returns the oldest change that no snapshot contains.
  ///
  /// - Parameter includingExternal: Whether to include changes of other threads that are not
  ///   accepted. Default: `false`.
  package func takeChange(includingExternal: Bool = false) -> SharedStateChange? {
    changes.take(includingExternal: includingExternal)
  }
}

/// Returns a copy of a state that later changes of its shared values do not affect.
func copyingSharedValues<State>(_ state: State) -> State { rebind(state, by: SharedCopier()) }
