import MachoLocks

/// Time that passes only when it is told to: what test clocks and test schedulers are made of.
///
/// Deadlines are reached one at a time, the earliest first; of equal ones, the one registered
/// first.
final class VirtualTime<Instant: Comparable & Sendable>: Sendable {
  private let timeline: Lock<Timeline<Instant>>

  init(now: Instant) {
    timeline = Lock(Timeline(now: now))
  }

  /// The time, as those see it who live by it.
  var now: Instant {
    timeline.withLock {
      $0.wasUsed = true
      return $0.now
    }
  }

  /// The time, as those see it who make it pass.
  var untrackedNow: Instant { timeline.withLock { $0.now } }

  /// Whether anybody has ever asked for the time. Nobody sleeps without having asked.
  var wasUsed: Bool {
    get { timeline.withLock { $0.wasUsed } }
    set { timeline.withLock { $0.wasUsed = newValue } }
  }

  /// The next time at which something happens.
  var nextDeadline: Instant? { timeline.withLock { $0.nextDeadline } }

  // MARK: Waiting

  /// Suspends the task until a time comes, which `wait` shows of its effect meanwhile.
  func sleep(
    until deadline: Instant, wait: EffectWait?, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try Task.checkCancellation()
    let id = timeline.withLock { $0.nextID() }
    defer { timeline.withLock { $0.discardCancellation(id) } }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (sleep: UnsafeContinuation<Void, any Error>) in
        let sleeper = Sleeper(id: id, deadline: deadline) { error in
          if let error { sleep.resume(throwing: error) } else { sleep.resume() }
        }
        // Registered inside the lock: whoever wakes the sleeper finds its wait to end it.
        let refusal = timeline.withLock { $0.beginSleep(sleeper, wait: wait) }
        if let refusal { sleeper.resume(refusal.error) }
      }
    } onCancel: {
      timeline.withLock { $0.cancel(id) }?.wake(throwing: CancellationError())
    }
  }

  /// A number under which an action can be scheduled, again and again, and cancelled.
  func reserveID() -> Int { timeline.withLock { $0.nextID() } }

  /// Performs an action when a time comes; one that has come already when time is next told to.
  func schedule(
    _ id: Int, at deadline: Instant, wait: EffectWait?, identity: EffectHandle?,
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
    timeline.withLock { $0.advance(to: deadline) }
  }

  /// Lets time pass, and those who were woken go on before the next one is.
  func advance(to deadline: Instant, isolation: isolated (any Actor)? = #isolation) async {
    await waitUntilIdle()
    while let sleeper = dequeueNext(upTo: deadline) {
      if let executor = sleeper.effect?.executor {
        // As the store's owner: what it wakes is inside, and nothing has to be guessed of it.
        await executor.performAsOwner { sleeper.wake() }
        await waitUntilExecutorsIdle(sleeper.effect)
      } else {
        sleeper.wake()
        await waitUntilIdle()
      }
    }
    timeline.withLock { $0.advance(to: deadline) }
  }

  /// Lets tasks go on until they sleep or end.
  ///
  /// Of a store that the main actor owns this is known: nothing is left to run. Of a task that
  /// belongs to no store nothing is known, so it gets a number of turns, unless all who wait
  /// already are effects of stores: then this is their time. Who drains a store by hand uses the
  /// synchronous forms, which are exact.
  func waitUntilIdle(isolation: isolated (any Actor)? = #isolation) async {
    // What is enqueued on the main actor runs, the first drain of a store among it.
    await MainActor.waitForEnqueuedJobs()
    if !timeline.withLock({ $0.containsOnlyStoreEffects }) {
      for _ in 0..<20 {
        await Task.detached(priority: .background) { await Task.yield() }.value
        await MainActor.waitForEnqueuedJobs()
      }
    }
    await waitUntilExecutorsIdle()
  }

  private func waitUntilExecutorsIdle(
    _ woken: EffectHandle? = nil, isolation: isolated (any Actor)? = #isolation
  ) async {
    var executors: [StoreExecutor] = []
    for identity in timeline.withLock({ $0.effects }) + (woken.map { [$0] } ?? []) {
      let executor = identity.executor
      if !executors.contains(where: { $0 === executor }) { executors.append(executor) }
    }
    for executor in executors { await executor.waitUntilIdle() }
  }

  private func wakeNext(upTo deadline: Instant) -> Sleeper<Instant>? {
    let sleeper = dequeueNext(upTo: deadline)
    // Outside of the lock: what resumes may sleep again at once.
    sleeper?.wake()
    return sleeper
  }

  private func dequeueNext(upTo deadline: Instant) -> Sleeper<Instant>? {
    timeline.withLock { $0.dequeueNext(upTo: deadline) }
  }
}
