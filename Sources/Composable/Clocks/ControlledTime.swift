import MachoLocks

/// Time that passes only when it is told to: what test clocks and test schedulers are made of.
///
/// Deadlines are reached one at a time, the earliest first; of equal ones, the one registered
/// first.
final class ControlledTime<Instant: Comparable & Sendable>: Sendable {
  private let timeline: Lock<Timeline<Instant>>

  init(now: Instant) {
    timeline = Lock(Timeline(now: now))
  }

  var now: Instant { timeline.withLock { $0.now } }

  /// The next time at which something happens.
  var nextDeadline: Instant? { timeline.withLock { $0.nextDeadline } }

  // MARK: Waiting

  /// Suspends the task until a time comes, which `wait` shows of its effect meanwhile.
  func sleep(
    until deadline: Instant, wait: EffectWait?, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try Task.checkCancellation()
    let id = timeline.withLock { $0.nextID() }
    defer { timeline.withLock { $0.forget(id) } }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (sleep: UnsafeContinuation<Void, any Error>) in
        let sleeper = Sleeper(id: id, deadline: deadline) { error in
          if let error { sleep.resume(throwing: error) } else { sleep.resume() }
        }
        // Registered inside the lock: whoever wakes the sleeper finds its wait to end it.
        let refusal = timeline.withLock { $0.sleep(sleeper, wait: wait) }
        if let refusal { sleeper.resume(refusal.error) }
      }
    } onCancel: {
      timeline.withLock { $0.cancel(id) }?.wake(throwing: CancellationError())
    }
  }

  /// A number under which an action can be scheduled, again and again, and cancelled.
  func reserve() -> Int { timeline.withLock { $0.nextID() } }

  /// Performs an action when a time comes; one that has come already when time is next told to.
  func schedule(
    _ id: Int, at deadline: Instant, wait: EffectWait?, identity: EffectIdentity?,
    _ action: @escaping @Sendable () -> Void
  ) {
    let sleeper = Sleeper(id: id, deadline: deadline, identity: identity) { error in
      if error == nil { action() }
    }
    timeline.withLock { $0.register(sleeper, wait: wait) }
  }

  /// Drops the action that is scheduled under a number.
  func cancel(_ id: Int) {
    timeline.withLock { $0.remove(id) }?.wake(throwing: CancellationError())
  }

  // MARK: Passing

  /// Lets time pass and calls `drain` after each sleeper that is woken.
  func advance(to deadline: Instant, drain: () -> Void) {
    drain()
    while wakeNext(upTo: deadline) != nil { drain() }
    timeline.withLock { $0.move(to: deadline) }
  }

  /// Lets time pass, and those who were woken go on before the next one is.
  func advance(to deadline: Instant, isolation: isolated (any Actor)? = #isolation) async {
    await settle()
    while let sleeper = wakeNext(upTo: deadline) { await settle(sleeper.identity) }
    timeline.withLock { $0.move(to: deadline) }
  }

  /// Lets those who were woken go on until they sleep or end.
  ///
  /// Of a store that is drained on the main actor this is known: its queue is empty. Of a task
  /// that belongs to no store nothing is known, so it gets a number of turns. Who drains a store by
  /// hand uses the synchronous forms, which are exact.
  func settle(
    _ woken: EffectIdentity? = nil, isolation: isolated (any Actor)? = #isolation
  ) async {
    for _ in 0..<20 {
      // What is enqueued on the main actor runs, the first drain of a store among it.
      await MainActor.turn()
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
    let identities = timeline.withLock { $0.identities } + (woken.map { [$0] } ?? [])
    for identity in identities { await identity.executor?.quiesce() }
  }

  private func wakeNext(upTo deadline: Instant) -> Sleeper<Instant>? {
    guard let sleeper = timeline.withLock({ $0.takeNext(upTo: deadline) }) else { return nil }
    // Outside of the lock: what resumes may sleep again at once.
    sleeper.wake()
    return sleeper
  }
}
