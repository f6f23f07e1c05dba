import IssueReporting

/// An effect in flight.
final class LiveEffect<Action> {
  let identity: EffectIdentity
  let origin: Action
  let name: String?
  let place: SourcePlace
  let scope: CancelScope?
  let family: EffectFamily
  let completion: Completion?
  var task: Task<Void, Never>?
  var isCancelled = false
  /// Whether what was to come after it in a concatenation is dropped.
  var isAbandoned = false

  init(
    identity: EffectIdentity, origin: Action, run: Run<Action>, scope: CancelScope?,
    family: EffectFamily, completion: Completion?
  ) {
    self.identity = identity
    self.origin = origin
    name = run.name
    place = run.place
    self.scope = scope
    self.family = family
    self.completion = completion
  }
}

/// Called when an effect has ended, with whether what comes after it may start.
typealias Completion = (_ goesOn: Bool) -> Void

/// The effects that one `cancellable` covers.
final class CancelScope {
  let id: CancelID
  let parent: CancelScope?
  var isCancelled = false

  init(id: CancelID, parent: CancelScope?) {
    self.id = id
    self.parent = parent
  }

  /// Whether this scope or one around it was cancelled.
  var isStopped: Bool { isCancelled || parent?.isStopped == true }

  func isWithin(_ other: CancelScope) -> Bool {
    self === other || parent?.isWithin(other) == true
  }
}

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
      let inScope = CancelScope(id: id, parent: scope)
      cancellables[id, default: []].append(inScope)
      perform(inner, origin: origin, scope: inScope) { [weak self] goesOn in
        self?.forget(inScope)
        // Cancelling by an identifier inside of a concatenation ends that part only.
        completion?(goesOn || inScope.isCancelled)
      }
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
    let family = self.family ?? EffectFamily()
    self.family = family
    let identity = EffectIdentity(
      id: lastEffectID, executor: executor, family: family, storage: storage)
    let live = LiveEffect(
      identity: identity, origin: origin, run: run, scope: scope, family: family,
      completion: completion)
    alive.append(live)
    let gate = gate
    let task = Task(executorPreference: executor, priority: run.priority) {
      await EffectContext.$current.withValue(identity) {
        await DependencyValues.$_current.withValue(run.dependencies) {
          let error = await run.operation(Send { await gate.deliver($0, from: identity) })
          await gate.end(identity, error: error)
        }
      }
    }
    live.task = task
    family.join(identity.id, task)
    onEffect?(.started(record(of: live)))
  }

  /// Takes note that an effect's work has returned.
  func end(_ identity: EffectIdentity, error: (any Error)?) {
    executor.enter()
    defer { executor.leave() }
    identity.finish()
    guard let index = alive.firstIndex(where: { $0.identity === identity }) else { return }
    let live = alive.remove(at: index)
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
    live.family.leave(identity.id)
  }

  // MARK: Cancelling

  /// Cancels the effects with an identifier, and the blocks in them.
  func cancel(_ id: CancelID) {
    storage.cancelBlocks(id)
    guard let scopes = cancellables.removeValue(forKey: id) else { return }
    for scope in scopes { scope.isCancelled = true }
    for live in alive where !live.isCancelled {
      guard let scope = live.scope else { continue }
      if scopes.contains(where: scope.isWithin) { cancel(live) }
    }
  }

  private func cancel(_ live: LiveEffect<Action>) {
    live.isCancelled = true
    live.task?.cancel()
    onEffect?(.cancelled(record(of: live)))
  }

  private func forget(_ scope: CancelScope) {
    guard var scopes = cancellables[scope.id] else { return }
    scopes.removeAll { $0 === scope }
    cancellables[scope.id] = scopes.isEmpty ? nil : scopes
  }

  /// Cancels the effects that `predicate` picks, and drops what was to come after them.
  package func cancelEffects(where predicate: (EffectRecord) -> Bool) {
    executor.enter()
    defer { executor.leave() }
    for live in alive where !live.isAbandoned && predicate(record(of: live)) {
      live.isAbandoned = true
      if !live.isCancelled { cancel(live) }
    }
  }

  /// Cancels the effects born after the one with this number.
  package func cancelEffects(bornAfter id: Int) {
    cancelEffects { $0.id > id }
  }

  // MARK: Looking

  /// The effects alive, in the order of birth.
  package var effects: [EffectRecord] { alive.map(record) }

  private func record(of live: LiveEffect<Action>) -> EffectRecord {
    let statuses = live.identity.current.map { wait -> EffectStatus in
      switch wait {
      case .asleep(let until, let remaining): .asleep(until: until, remaining: remaining())
      case .pending(let what): .waiting(on: what)
      }
    }
    return EffectRecord(
      id: live.identity.id, origin: live.origin, place: live.place,
      label: live.name ?? live.scope?.id.label, isCancelled: live.isCancelled,
      statuses: statuses.isEmpty ? [.outside] : statuses)
  }

  private func reportUncaught(_ error: any Error, _ place: SourcePlace) {
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
