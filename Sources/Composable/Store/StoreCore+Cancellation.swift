import IssueReporting

extension StoreCore {
  /// Cancels the effects with an identifier, and the blocks in them.
  ///
  /// It costs what it cancels, however many other effects are alive.
  func cancel(_ id: CancelID) {
    effectRegistry.cancelBlocks(id)
    cancelEffects(id)
  }

  /// Cancels the effects with an identifier.
  func cancelEffects(_ id: CancelID) {
    guard let scopes = cancellables.removeValue(forKey: id) else { return }
    for scope in scopes {
      scope.isCancelled = true
      unregister(scope)
    }
    // Several scopes may hold one effect, and effects of one scope may be born between another's.
    let numbers = scopes.count == 1 ? scopes[0].effects : Set(scopes.flatMap(\.effects)).sorted()
    for number in numbers {
      guard let index = indexOfEffect(number) else { continue }
      let live = inFlightEffects[index]
      if !live.isCancelled { cancel(live) }
    }
  }

  /// Where an effect stands among those alive, by its number.
  func indexOfEffect(_ number: Int) -> Int? { inFlightEffects.binarySearch(of: number) { $0.id } }

  private func cancel(_ live: InFlightEffect) {
    live.isCancelled = true
    live.task?.cancel()
    onEffect?(.cancelled(effectRecord(of: live)))
  }

  func makeScopeNumber() -> Int {
    lastScopeNumber += 1
    return lastScopeNumber
  }

  func unregister(_ scope: CancelScope) {
    for id in scope.id.matchingIDs {
      guard var scopes = cancellables.removeValue(forKey: id) else { continue }
      if let index = scopes.binarySearch(of: scope.number, by: \.number) {
        scopes.remove(at: index)
      }
      if !scopes.isEmpty { cancellables[id] = scopes }
    }
  }

  /// Sends the action that makes a child go, on behalf of one of the child's effects.
  func dismiss(_ child: CancelID, from identity: EffectHandle) {
    let live = indexOfEffect(identity.id).map { inFlightEffects[$0] }
    guard live?.isCancelled != true else { return }
    // By its own scope first: two features that stand side by side may have equal children.
    var scope = live?.scope
    while let other = scope, other.id != child { scope = other.parent }
    let found = (scope ?? cancellables[child]?.last) as? PresentationScope<Action>
    guard let dismissal = found?.dismissal else { return reportDismissAfterFinish() }
    receive(dismissal, from: identity)
  }

  private func reportDismissAfterFinish() {
    reportIssue(
      """
      "@Dependency(\\.dismiss)" was called by a feature that has no effect in flight.

      Call it before the closure of "Effect.run" has returned, not from a task that outlives it.
      """)
  }

  /// Cancels the effects that `predicate` picks, and drops what was to come after them.
  package func cancelEffects(where predicate: (EffectRecord) -> Bool) {
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    for live in inFlightEffects where !live.isAbandoned && predicate(effectRecord(of: live)) {
      live.isAbandoned = true
      if !live.isCancelled { cancel(live) }
    }
  }

  /// Cancels the effects born after the one with this number.
  package func cancelEffects(bornAfter id: Int) {
    cancelEffects { $0.id > id }
  }
}
