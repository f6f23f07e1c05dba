import MachoLocks

#if canImport(Combine)
  public import Combine
#endif

/// A scheduler that knows how a task waits for one of its instants.
protocol SleepingScheduler: Scheduler {
  func sleepUntil(
    _ date: SchedulerTimeType, isolation: isolated (any Actor)?
  ) async throws
}

/// A stretch of time that is a number of seconds.
protocol DurationConvertible {
  var duration: Duration { get }
}

extension Scheduler {
  /// Suspends the task for a time.
  public func sleep(
    for duration: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance, options: options)
  }

  /// Suspends the task until an instant has come.
  public func sleep(
    until date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    func open<S: SleepingScheduler>(
      _ scheduler: S, isolation: isolated (any Actor)?
    ) async throws -> Bool {
      // `scheduler` is `self`, so its instants are of the same type.
      guard let date = date as? S.SchedulerTimeType else { return false }
      try await scheduler.sleepUntil(date, isolation: isolation)
      return true
    }
    if let scheduler = self as? any SleepingScheduler,
      try await open(scheduler, isolation: isolation)
    {
      return
    }
    try Task.checkCancellation()
    let sleep = ScheduledSleep()
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        guard sleep.start(continuation) else { return }
        schedule(after: date, tolerance: tolerance ?? minimumTolerance, options: options) {
          sleep.finish()
        }
      }
    } onCancel: {
      sleep.finish()
    }
    try Task.checkCancellation()
  }

  /// The instants at which an interval is over, again and again, until the task is cancelled.
  public func timer(
    interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil
  ) -> AsyncStream<SchedulerTimeType> {
    let scheduler = UnsafeTransfer(self)
    let timing = UnsafeTransfer((interval: interval, tolerance: tolerance, options: options))
    let last = Lock(UnsafeTransfer(now))
    return AsyncStream {
      let (interval, tolerance, options) = timing.value
      let next = last.withLock { last in
        last = UnsafeTransfer(last.value.advanced(by: interval))
        return last
      }
      do {
        // In the task that asks, so that its effect is known to sleep.
        try await scheduler.value.sleep(until: next.value, tolerance: tolerance, options: options)
        return next.value
      } catch {
        return nil
      }
    }
  }

  /// How long it takes, on this scheduler, to perform a closure.
  public func measure(_ work: () throws -> Void) rethrows -> SchedulerTimeType.Stride {
    let start = now
    try work()
    return start.distance(to: now)
  }
}

/// A task that waits for a scheduled closure, and is resumed once: by it or by its cancellation.
private final class ScheduledSleep: Sendable {
  private enum State: Sendable {
    case idle
    case sleeping(UnsafeContinuation<Void, Never>)
    case finished
  }

  private let state = Lock(State.idle)

  /// Says whether there is something to wait for; else the task goes on.
  func start(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
    let begins = state.withLock { state in
      guard case .idle = state else { return false }
      state = .sleeping(continuation)
      return true
    }
    if !begins { continuation.resume() }
    return begins
  }

  func finish() {
    let old = state.withLock { state in
      defer { state = .finished }
      return state
    }
    if case .sleeping(let continuation) = old { continuation.resume() }
  }
}
