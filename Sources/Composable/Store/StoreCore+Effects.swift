import IssueReporting

/// Called when an effect has ended, with whether what comes after it may start.
typealias Completion = (_ goesOn: Bool) -> Void

extension StoreCore {
  /// Performs an effect: sends at once, starts work, cancels.
  func perform(
    _ effect: Effect<Action>, origin: Action, scope: CancelScope? = nil,
    completion: Completion? = nil
  ) {
    switch effect.operation {
    case .none:
      completion?(true)
    case .send(let action):
      buffer(action)
      completion?(true)
    case .run(let run):
      start(run, origin: origin, scope: scope, completion: completion)
    default:
      performParts(of: effect, origin: origin, scope: scope, completion: completion)
    }
  }

  // Not inlined: these name types that most effects are not made of, see `StoreCore`.
  @inline(never)
  private func performParts(
    of effect: Effect<Action>, origin: Action, scope: CancelScope?, completion: Completion?
  ) {
    switch effect.operation {
    case .none, .send, .run:
      preconditionFailure("These have no parts.")
    case .merge(let effects):
      merge(effects, origin: origin, scope: scope, completion: completion)
    case .concatenate(let effects):
      Chain(core: self, effects: effects, origin: origin, scope: scope, completion: completion)
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
        within: CancelScope(id: id, parent: scope, number: nextScopeNumber()),
        completion: completion)
    case .presented(let inner, let child, let dismissal):
      let scope = PresentationScope(
        id: child, parent: scope, number: nextScopeNumber(), dismissal: dismissal)
      perform(inner, origin: origin, within: scope, completion: completion)
    }
  }

  private func perform(
    _ effect: Effect<Action>, origin: Action, within scope: CancelScope, completion: Completion?
  ) {
    for id in scope.id.reach { cancellables[id, default: []].append(scope) }
    perform(effect, origin: origin, scope: scope) { [weak self] goesOn in
      self?.forget(scope)
      // Cancelling by an identifier inside of a concatenation ends that part only.
      completion?(goesOn || scope.isCancelled)
    }
  }

  private func merge(
    _ effects: [Effect<Action>], origin: Action, scope: CancelScope?, completion: Completion?
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
    _ run: Run<Action>, origin: Action, scope: CancelScope?, completion: Completion?
  ) {
    lastEffectID += 1
    let family = self.family ?? EffectFamily(executor: executor, storage: storage)
    self.family = family
    let live = LiveEffect(
      id: lastEffectID, executor: executor, family: family, door: gate, storage: storage,
      origin: origin, name: run.name, place: run.place, scope: scope, completion: completion)
    alive.append(live)
    scope?.insert(live.id)
    let task = task(of: run, live)
    live.task = task
    family.join(live.id, task)
    onEffect?(.started(record(of: live)))
  }

  /// The task that does the work.
  private func task(of run: Run<Action>, _ effect: EffectIdentity) -> Task<Void, Never> {
    let (executor, gate) = (executor, gate)
    func start() -> Task<Void, Never> {
      Task(executorPreference: executor, priority: run.priority) {
        let error = await run.perform(Send(gate, from: effect))
        // Asked here as well, as an asynchronous call costs more than what is done.
        if gate.isHere {
          gate.endHere(effect, error: error)
        } else {
          await gate.end(effect, error: error)
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
  func end(_ identity: EffectIdentity, error: (any Error)?) {
    executor.enter()
    defer { executor.leave() }
    identity.finish()
    guard let index = indexOfEffect(identity.id) else { return }
    let live = alive.remove(at: index)
    defer { live.close() }
    live.scope?.remove(live.id)
    if let error {
      reportUncaught(error, live.place)
      onEffect?(.failed(record(of: live), error))
    } else if !live.isCancelled {
      onEffect?(
        live.task?.isCancelled == true ? .cancelled(record(of: live)) : .finished(record(of: live)))
    }
    if let completion = live.completion {
      // What starts now belongs to the same family, and must join it before this one leaves.
      family = live.family
      completion(!live.isAbandoned && !live.family.isCancelled)
      family = nil
    }
    live.family.leave(live.id)
  }

  // MARK: Looking

  /// The effects alive, in the order of birth.
  package var effects: [EffectRecord] { alive.map(record) }

  /// The effects alive of some families.
  func effects(where isIncluded: (EffectFamily) -> Bool) -> [EffectRecord] {
    alive.filter { isIncluded($0.family) }.map(record)
  }

  /// Whether no effect is alive.
  package var isIdle: Bool { alive.isEmpty }

  func record(of live: LiveEffect) -> EffectRecord {
    let statuses = live.current.map { wait -> EffectStatus in
      switch wait {
      case .asleep(let until, let remaining): .asleep(until: until, remaining: remaining())
      case .pending(let what): .waiting(on: what)
      }
    }
    return EffectRecord(
      id: live.id, origin: live.origin, place: live.place,
      label: live.name ?? live.scope?.label, isCancelled: live.isCancelled,
      statuses: statuses.isEmpty ? [.outside] : statuses)
  }

  private func reportUncaught(_ error: any Error, _ place: SourcePlace) {
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
