import IssueReporting

/// Called when an effect finishes. The argument is whether the next effect of a concatenation may
/// start.
typealias EffectCompletion = (_ shouldContinue: Bool) -> Void

extension StoreCore {
  /// Performs an effect: sends actions immediately, starts asynchronous work, or cancels effects.
  func perform(
    _ effect: Effect<Action>, origin: Action, scope: CancelScope? = nil,
    completion: EffectCompletion? = nil
  ) {
    switch effect.operation {
    case .none:
      completion?(true)
    case .send(let action):
      sendOrEnqueue(action)
      completion?(true)
    case .run(let run):
      start(run, origin: origin, scope: scope, completion: completion)
    default:
      performComposite(of: effect, origin: origin, scope: scope, completion: completion)
    }
  }

  // PERFORMANCE: not inlined, because it names types that most effects do not need, see
  // `StoreCore`.
  @inline(never)
  private func performComposite(
    of effect: Effect<Action>, origin: Action, scope: CancelScope?, completion: EffectCompletion?
  ) {
    switch effect.operation {
    case .none, .send, .run:
      preconditionFailure("Not a composite effect.")
    case .merge(let effects):
      merge(effects, origin: origin, scope: scope, completion: completion)
    case .concatenate(let effects):
      EffectConcatenation(
        core: self, effects: effects, origin: origin, scope: scope, completion: completion
      )
      .advance()
    case .cancel(let id):
      cancel(id)
      completion?(true)
    case .cancellable(let inner, let id, let cancelInFlight):
      if cancelInFlight { cancel(id) }
      if inner.isNone {
        completion?(true)
        return
      }
      perform(
        inner, origin: origin,
        within: CancelScope(id: id, parent: scope, number: makeScopeNumber()),
        completion: completion)
    case .presented(let inner, let child, let dismissal):
      let scope = PresentationScope(
        id: child, parent: scope, number: makeScopeNumber(), dismissal: dismissal)
      perform(inner, origin: origin, within: scope, completion: completion)
    case .element(let inner, let child, let element):
      let scope = ElementScope(
        id: child, parent: scope, number: makeScopeNumber(), element: element)
      elementEffects.insert(scope)
      perform(inner, origin: origin, within: scope, completion: completion)
    case .cancelMissing(let group, let present):
      for id in elementEffects.missing(from: present, of: group) { cancel(id) }
      completion?(true)
    }
  }

  private func perform(
    _ effect: Effect<Action>, origin: Action, within scope: CancelScope,
    completion: EffectCompletion?
  ) {
    for id in scope.id.matchingIDs { cancellables[id, default: []].append(scope) }
    perform(effect, origin: origin, scope: scope) { [weak self] shouldContinue in
      self?.unregister(scope)
      // Cancelling an ID inside a concatenation ends only that effect of the concatenation.
      completion?(shouldContinue || scope.isCancelled)
    }
  }

  private func merge(
    _ effects: [Effect<Action>], origin: Action, scope: CancelScope?, completion: EffectCompletion?
  ) {
    guard let completion else {
      for effect in effects { perform(effect, origin: origin, scope: scope) }
      return
    }
    var left = effects.count
    var shouldContinue = true
    for effect in effects {
      perform(effect, origin: origin, scope: scope) {
        left -= 1
        shouldContinue = shouldContinue && $0
        if left == 0 { completion(shouldContinue) }
      }
    }
  }

  private func start(
    _ run: RunOperation<Action>, origin: Action, scope: CancelScope?, completion: EffectCompletion?
  ) {
    lastEffectID += 1
    let group = self.currentGroup ?? EffectGroup(executor: executor, registry: effectRegistry)
    self.currentGroup = group
    let inFlight = InFlightEffect(
      id: lastEffectID, executor: executor, group: group, host: actionSink,
      registry: effectRegistry, origin: origin, name: run.name, callSite: run.callSite,
      scope: scope,
      completion: completion)
    inFlightEffects.append(inFlight)
    scope?.insert(inFlight.id)
    let task =
      run.subscribe == nil ? makeTask(of: run, inFlight) : makeSubscriptionTask(of: run, inFlight)
    inFlight.task = task
    group.insert(inFlight.id, task)
    onEffect?(.started(effectRecord(of: inFlight)))
    if let subscribe = run.subscribe { self.subscribe(subscribe, of: run, inFlight) }
  }

  /// Starts the task of a subscription, which ends with it.
  @inline(never)
  private func makeSubscriptionTask(
    of run: RunOperation<Action>, _ effect: InFlightEffect
  ) -> Task<Void, Never> {
    let subscription = EffectSubscription()
    effect.subscription = subscription
    let sink = actionSink
    return Task(executorPreference: executor) {
      await subscription.finished()
      await sink.finish(effect, error: nil)
    }
  }

  /// Subscribes. A publisher may send values, and finish, before this returns.
  @inline(never)
  private func subscribe(
    _ start: EffectSubscription.Start<Action>, of run: RunOperation<Action>,
    _ effect: InFlightEffect
  ) {
    guard let subscription = effect.subscription else { return }
    let sink = actionSink
    EffectContext.$current.withValue(effect) {
      DependencyValues.$_current.withValue(run.dependencies) {
        let cancel = start(Send(sink, from: effect)) {
          subscription.finish()
          if sink.isOnOwnerThread { sink.finishOnOwnerThread(effect, error: nil) }
        }
        subscription.onCancel(cancel)
      }
    }
  }

  /// Starts the task that runs the effect's operation.
  private func makeTask(of run: RunOperation<Action>, _ effect: EffectHandle) -> Task<Void, Never> {
    let (executor, sink) = (executor, actionSink)
    func start() -> Task<Void, Never> {
      Task(executorPreference: executor, priority: run.priority) {
        let error = await run.perform(Send(sink, from: effect))
        // PERFORMANCE: also tested here, because an asynchronous call costs more than the work
        // itself.
        if sink.isOnOwnerThread {
          sink.finishOnOwnerThread(effect, error: error)
        } else {
          await sink.finish(effect, error: error)
        }
      }
    }
    // PERFORMANCE: the task inherits task-local values. Setting them inside the task would take
    // four asynchronous calls.
    return EffectContext.$current.withValue(effect) {
      if run.dependencies.isIdentical(to: .current) { return start() }
      return DependencyValues.$_current.withValue(run.dependencies, operation: start)
    }
  }

  /// Handles the return of an effect's operation.
  func finish(_ handle: EffectHandle, error: (any Error)?) {
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    handle.finish()
    guard let index = indexOfEffect(handle.id) else { return }
    let inFlight = inFlightEffects.remove(at: index)
    defer { inFlight.releaseReferences() }
    inFlight.scope?.remove(inFlight.id)
    if let error {
      reportUncaught(error, inFlight.callSite)
      onEffect?(.failed(effectRecord(of: inFlight), error))
    } else if !inFlight.isCancelled {
      onEffect?(
        inFlight.task?.isCancelled == true
          ? .cancelled(effectRecord(of: inFlight)) : .finished(effectRecord(of: inFlight)))
    }
    if let completion = inFlight.completion {
      // ORDER: effects that start now belong to the same group and must join it before this effect
      // leaves.
      let outer = currentGroup
      currentGroup = inFlight.group
      completion(!inFlight.isAbandoned && !inFlight.group.isCancelled)
      currentGroup = outer
    }
    inFlight.group.remove(inFlight.id)
  }

  // MARK: Queries

  /// The in-flight effects in start order.
  package var effects: [EffectRecord] { inFlightEffects.map(effectRecord) }

  /// Returns the in-flight effects of the groups that satisfy the predicate.
  func effects(where isIncluded: (EffectGroup) -> Bool) -> [EffectRecord] {
    inFlightEffects.filter { isIncluded($0.group) }.map(effectRecord)
  }

  /// Whether no effect is in flight.
  package var hasNoEffects: Bool { inFlightEffects.isEmpty }

  func effectRecord(of inFlight: InFlightEffect) -> EffectRecord {
    let statuses = inFlight.currentWaits.map { wait -> EffectStatus in
      switch wait {
      case .asleep(let until, let remaining): .asleep(until: until, remaining: remaining())
      case .pending(let what, let isExternal): .waiting(on: what, isExternal: isExternal)
      }
    }
    let unknown = statuses.isEmpty ? [statusOfUnknownWait(of: inFlight)] : []
    return EffectRecord(
      id: inFlight.id, origin: inFlight.origin, callSite: inFlight.callSite,
      label: inFlight.name ?? inFlight.scope?.label, isCancelled: inFlight.isCancelled,
      statuses: statuses + unknown, evidence: inFlight.evidence,
      hasHandedWork: inFlight.hasHandedWork)
  }

  /// The status of an effect that waits in a way that the runtime does not control: for a stream, a
  /// continuation, an actor or a task.
  private func statusOfUnknownWait(of inFlight: InFlightEffect) -> EffectStatus {
    guard !executor.canBeResumedFromOutside else { return .external }
    return .waiting(
      on: inFlight.subscription == nil ? "other code of the store" : "a value of its publisher")
  }

  private func reportUncaught(_ error: any Error, _ callSite: CallSite) {
    if let onUncaughtError { return onUncaughtError(error, callSite) }
    reportIssue(
      """
      An "Effect.run" returned from "\(callSite)" threw an unhandled error.

        \(error)

      All non-cancellation errors must be explicitly handled via the "catch" parameter on \
      "Effect.run", or via a "do" block.
      """,
      fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}
