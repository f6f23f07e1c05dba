import IssueReporting

extension StoreCore {
  /// Cancels the effects with an ID, and the calls of `withTaskCancellation(id:)` in them.
  ///
  /// The cost depends on the number of cancelled effects only, not on how many others are in
  /// flight.
  func cancel(_ id: CancelID) {
    effectRegistry.cancelBlocks(id)
    cancelEffects(id)
  }

  /// Cancels the effects with an ID.
  func cancelEffects(_ id: CancelID) {
    guard let scopes = cancellables.removeValue(forKey: id) else { return }
    for scope in scopes {
      scope.isCancelled = true
      unregister(scope)
    }
    // An effect can be in several scopes, and effects of different scopes can start alternately.
    let numbers = scopes.count == 1 ? scopes[0].effects : Set(scopes.flatMap(\.effects)).sorted()
    for number in numbers {
      guard let index = indexOfEffect(number) else { continue }
      let inFlight = inFlightEffects[index]
      if !inFlight.isCancelled { cancel(inFlight) }
    }
  }

  /// Returns the index of the in-flight effect with the given number.
  func indexOfEffect(_ number: Int) -> Int? { inFlightEffects.binarySearch(for: number) { $0.id } }

  private func cancel(_ inFlight: InFlightEffect) {
    inFlight.isCancelled = true
    inFlight.task?.cancel()
    // The task ends the subscription too, but only when it runs.
    inFlight.subscription?.cancel()
    onEffect?(.cancelled(effectRecord(of: inFlight)))
  }

  func makeScopeNumber() -> Int {
    lastScopeNumber += 1
    return lastScopeNumber
  }

  func unregister(_ scope: CancelScope) {
    if let scope = scope as? ElementScope, !scope.isUnregistered {
      scope.isUnregistered = true
      elementEffects.remove(scope)
    }
    for id in scope.id.matchingIDs {
      guard var scopes = cancellables.removeValue(forKey: id) else { continue }
      if let index = scopes.binarySearch(for: scope.number, by: \.number) {
        scopes.remove(at: index)
      }
      if !scopes.isEmpty { cancellables[id] = scopes }
    }
  }

  /// Sends the action that dismisses a child, on behalf of one of the child's effects.
  func dismiss(_ child: CancelID, from handle: EffectHandle) {
    let inFlight = indexOfEffect(handle.id).map { inFlightEffects[$0] }
    guard inFlight?.isCancelled != true else { return }
    // Searches the effect's own scopes first, because two sibling features may have equal children.
    var scope = inFlight?.scope
    while let other = scope, other.id != child { scope = other.parent }
    let found = (scope ?? cancellables[child]?.last) as? PresentationScope<Action>
    guard let dismissal = found?.dismissal else { return reportDismissAfterFinish() }
    receive(dismissal, from: handle)
  }

  private func reportDismissAfterFinish() {
    reportIssue(
      """
      "@Dependency(\\.dismiss)" was called by a feature that has no effect in flight.

      Call it before the closure of "Effect.run" has returned, not from a task that outlives it.
      """)
  }

  /// Cancels the effects that satisfy `predicate`, and drops the effects that would follow them in
  /// a concatenation.
  package func cancelEffects(where predicate: (EffectRecord) -> Bool) {
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    for inFlight in inFlightEffects
    where !inFlight.isAbandoned && predicate(effectRecord(of: inFlight)) {
      inFlight.isAbandoned = true
      if !inFlight.isCancelled { cancel(inFlight) }
    }
  }
}
