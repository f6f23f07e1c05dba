import MachoLocks

/// The time of a test clock or test scheduler. It moves only when advanced.
///
/// Deadlines are reached one at a time, earliest first. Equal deadlines are reached in the order of
/// registration, unless a scheduler chooses another order.
final class VirtualTime<Instant: Comparable & Sendable>: Sendable {
  private let timeline: Lock<Timeline<Instant>>

  init(now: Instant) {
    timeline = Lock(Timeline(now: now))
  }

  /// The current time. Reading it marks the time as used.
  var now: Instant {
    timeline.withLock {
      $0.wasUsed = true
      return $0.now
    }
  }

  /// The current time. Reading it does not mark the time as used.
  var untrackedNow: Instant { timeline.withLock { $0.now } }

  /// Whether the time was read since this was last `false`. Every sleep reads it first.
  var wasUsed: Bool {
    get { timeline.withLock { $0.wasUsed } }
    set { timeline.withLock { $0.wasUsed = newValue } }
  }

  /// The earliest deadline, or `nil` if there is none.
  var nextDeadline: Instant? { timeline.withLock { $0.nextDeadline } }

  // MARK: Waiting

  /// Suspends the task until `deadline`. Meanwhile its effect shows `wait` as its status.
  func sleep(
    until deadline: Instant, wait: EffectWait?, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    await EffectContext.current?.suspendExternalJob()
    try Task.checkCancellation()
    let id = timeline.withLock { $0.nextID() }
    defer { timeline.withLock { $0.discardCancellation(id) } }
    try await withTaskCancellationHandler {
      // SAFETY: the timeline wakes each sleeper once: when its deadline is reached, or when it is
      // cancelled.
      try await withUnsafeThrowingContinuation { (sleep: UnsafeContinuation<Void, any Error>) in
        let sleeper = Sleeper(id: id, deadline: deadline) { error in
          if let error { sleep.resume(throwing: error) } else { sleep.resume() }
        }
        // ORDER: registers under the lock, so that the code that wakes the sleeper can end its
        // wait.
        let immediateWake = timeline.withLock { $0.beginSleep(sleeper, wait: wait) }
        if let immediateWake { sleeper.resume(immediateWake.error) }
      }
    } onCancel: {
      timeline.withLock { $0.cancel(id) }?.wake(throwing: CancellationError())
    }
  }

  /// Returns an identifier with which an action can be scheduled, rescheduled and cancelled.
  func reserveID() -> Int { timeline.withLock { $0.nextID() } }

  /// Schedules an action for `deadline`. If that has passed, the next advance performs the action.
  func schedule(
    _ id: Int, at deadline: Instant, wait: EffectWait?, effect: EffectHandle?,
    _ action: @escaping @Sendable () -> Void
  ) {
    let sleeper = Sleeper(id: id, deadline: deadline, effect: effect) { error in
      if error == nil { action() }
    }
    timeline.withLock { $0.register(sleeper, wait: wait) }
  }

  /// Cancels the action that is scheduled with this identifier.
  func cancel(_ id: Int) {
    timeline.withLock { $0.remove(id) }?.wake(throwing: CancellationError())
  }

  // MARK: Advancing

  /// Advances to `deadline` and calls `drain` after waking each sleeper.
  func advance(to deadline: Instant, scheduler: JobScheduler? = nil, drain: () -> Void) {
    drain()
    if let scheduler {
      wakeAll(upTo: deadline, scheduler, drain)
    } else {
      while wakeNext(upTo: deadline) != nil { drain() }
    }
    timeline.withLock { $0.advance(to: deadline) }
  }

  /// Wakes sleepers in the order that a scheduler chooses. While one runs, the others that are due
  /// are candidates beside the ready jobs.
  private func wakeAll(upTo deadline: Instant, _ scheduler: JobScheduler, _ drain: () -> Void) {
    let wake: (Int) -> Void = { index in
      self.timeline.withLock { $0.dequeueDue(at: index) }.wake()
    }
    scheduler.dueSleepers = JobScheduler.DueSleepers(
      effects: { self.timeline.withLock { $0.dueEffects } }, wake: wake)
    defer { scheduler.dueSleepers = nil }
    while !timeline.withLock({ $0.advanceToNextDeadline(upTo: deadline) }).isEmpty {
      wake(scheduler.chooseIndex(of: [], acceptsExternalJobs: false))
      drain()
    }
  }

  /// Advances to `deadline`. Each woken sleeper runs until its executor is idle before the next one
  /// is woken.
  func advance(to deadline: Instant, isolation: isolated (any Actor)? = #isolation) async {
    await waitUntilIdle()
    while let sleeper = dequeueNext(upTo: deadline) {
      if let executor = sleeper.effect?.executor {
        // Wakes as the executor's owner. The resumed job is then not external, so idleness is
        // exact.
        await executor.performAsOwner { sleeper.wake() }
        await waitUntilExecutorsIdle(sleeper.effect)
      } else {
        sleeper.wake()
        await waitUntilIdle()
      }
    }
    timeline.withLock { $0.advance(to: deadline) }
  }

  /// Waits until tasks sleep or finish.
  ///
  /// This is exact for stores that the main actor owns: it waits until their executors are idle.
  /// Tasks without a store cannot be observed, so it yields 20 times for them. It skips the yields
  /// if all sleepers are effects of such stores. Callers that drain a store by hand use the
  /// synchronous forms, which are exact.
  func waitUntilIdle(isolation: isolated (any Actor)? = #isolation) async {
    // Runs the jobs enqueued on the main actor, including the first drain of a store.
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
    _ wokenEffect: EffectHandle? = nil, isolation: isolated (any Actor)? = #isolation
  ) async {
    var executors: [StoreExecutor] = []
    for effect in timeline.withLock({ $0.effects }) + (wokenEffect.map { [$0] } ?? []) {
      let executor = effect.executor
      if !executors.contains(where: { $0 === executor }) { executors.append(executor) }
    }
    for executor in executors { await executor.waitUntilIdle() }
  }

  private func wakeNext(upTo deadline: Instant) -> Sleeper<Instant>? {
    let sleeper = dequeueNext(upTo: deadline)
    // ORDER: wakes outside the lock, because the resumed task may sleep again immediately.
    sleeper?.wake()
    return sleeper
  }

  private func dequeueNext(upTo deadline: Instant) -> Sleeper<Instant>? {
    timeline.withLock { $0.dequeueNext(upTo: deadline) }
  }
}
