import IssueReporting

/// Called when an effect has ended, with whether what comes after it may start.
typealias EffectCompletion = (_ goesOn: Bool) -> Void

extension StoreCore {
  /// Performs an effect: sends at once, starts work, cancels.
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

  // Not inlined: these name types that most effects are not made of, see `StoreCore`.
  @inline(never)
  private func performComposite(
    of effect: Effect<Action>, origin: Action, scope: CancelScope?, completion: EffectCompletion?
  ) {
    switch effect.operation {
    case .none, .send, .run:
      preconditionFailure("These have no parts.")
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
    }
  }

  private func perform(
    _ effect: Effect<Action>, origin: Action, within scope: CancelScope,
    completion: EffectCompletion?
  ) {
    for id in scope.id.matchingIDs { cancellables[id, default: []].append(scope) }
    perform(effect, origin: origin, scope: scope) { [weak self] goesOn in
      self?.unregister(scope)
      // Cancelling by an identifier inside of a concatenation ends that part only.
      completion?(goesOn || scope.isCancelled)
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
    var goesOn = true
    for effect in effects {
      perform(effect, origin: origin, scope: scope) {
        left -= 1
        goesOn = goesOn && $0
        if left == 0 { completion(goesOn) }
      }
    }
  }

  private func start(
    _ run: RunOperation<Action>, origin: Action, scope: CancelScope?, completion: EffectCompletion?
  ) {
    lastEffectID += 1
    let family = self.currentGroup ?? EffectGroup(executor: executor, storage: effectRegistry)
    self.currentGroup = family
    let live = InFlightEffect(
      id: lastEffectID, executor: executor, family: family, door: actionSink,
      storage: effectRegistry,
      origin: origin, name: run.name, place: run.callSite, scope: scope, completion: completion)
    inFlightEffects.append(live)
    scope?.insert(live.id)
    let task = makeTask(of: run, live)
    live.task = task
    family.insert(live.id, task)
    onEffect?(.started(effectRecord(of: live)))
  }

  /// The task that does the work.
  private func makeTask(of run: RunOperation<Action>, _ effect: EffectHandle) -> Task<Void, Never> {
    let (executor, gate) = (executor, actionSink)
    func start() -> Task<Void, Never> {
      Task(executorPreference: executor, priority: run.priority) {
        let error = await run.perform(Send(gate, from: effect))
        // Asked here as well, as an asynchronous call costs more than what is done.
        if gate.isOnOwnerThread {
          gate.finishOnOwnerThread(effect, error: error)
        } else {
          await gate.finish(effect, error: error)
        }
      }
    }
    // A task inherits the values around it. To set them inside would take four asynchronous calls.
    return EffectContext.$current.withValue(effect) {
      if run.dependencies.isIdentical(to: .current) { return start() }
      return DependencyValues.$_current.withValue(run.dependencies, operation: start)
    }
  }

  /// Takes note that an effect's work has returned.
  func finish(_ identity: EffectHandle, error: (any Error)?) {
    executor.acquireOwnership()
    defer { executor.releaseOwnership() }
    identity.finish()
    guard let index = indexOfEffect(identity.id) else { return }
    let live = inFlightEffects.remove(at: index)
    defer { live.releaseReferences() }
    live.scope?.remove(live.id)
    if let error {
      reportUncaught(error, live.callSite)
      onEffect?(.failed(effectRecord(of: live), error))
    } else if !live.isCancelled {
      onEffect?(
        live.task?.isCancelled == true
          ? .cancelled(effectRecord(of: live)) : .finished(effectRecord(of: live)))
    }
    if let completion = live.completion {
      // What starts now belongs to the same family, and must join it before this one leaves.
      currentGroup = live.group
      completion(!live.isAbandoned && !live.group.isCancelled)
      currentGroup = nil
    }
    live.group.remove(live.id)
  }

  // MARK: Looking

  /// The effects alive, in the order of birth.
  package var effects: [EffectRecord] { inFlightEffects.map(effectRecord) }

  /// The effects alive of some families.
  func effects(where isIncluded: (EffectGroup) -> Bool) -> [EffectRecord] {
    inFlightEffects.filter { isIncluded($0.group) }.map(effectRecord)
  }

  /// Whether no effect is alive.
  package var hasNoEffects: Bool { inFlightEffects.isEmpty }

  func effectRecord(of live: InFlightEffect) -> EffectRecord {
    let statuses = live.currentWaits.map { wait -> EffectStatus in
      switch wait {
      case .asleep(let until, let remaining): .asleep(until: until, remaining: remaining())
      case .pending(let what): .waiting(on: what)
      }
    }
    return EffectRecord(
      id: live.id, origin: live.origin, callSite: live.callSite,
      label: live.name ?? live.scope?.label, isCancelled: live.isCancelled,
      statuses: statuses.isEmpty ? [.external] : statuses)
  }

  private func reportUncaught(_ error: any Error, _ place: CallSite) {
    if let onUncaughtError { return onUncaughtError(error, place) }
    reportIssue(
      """
      An "Effect.run" returned from "\(place)" threw an unhandled error.

        \(error)

      All non-cancellation errors must be explicitly handled via the "catch" parameter on \
      "Effect.run", or via a "do" block.
      """,
      fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }
}
