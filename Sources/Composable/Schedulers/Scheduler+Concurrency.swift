import ComposablePlatform
import MachoLocks

/// A scheduler with its own way for a task to wait for an instant.
protocol SleepingScheduler: Scheduler {
  func sleepUntil(
    _ date: SchedulerTimeType, isolation: isolated (any Actor)?
  ) async throws
}

/// A scheduler's duration that converts to `Duration`.
protocol DurationConvertible {
  var duration: Duration { get }
}

extension Scheduler {
  /// Suspends the task for a duration.
  public func sleep(
    for duration: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance, options: options)
  }

  /// Suspends the task until an instant.
  public func sleep(
    until date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    func open<S: SleepingScheduler>(
      _ scheduler: S, isolation: isolated (any Actor)?
    ) async throws -> Bool {
      // `scheduler` is `self`, so its instants have the same type.
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
      // SAFETY: `ScheduledSleep` resumes it once.
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

  /// Returns a stream with an instant for each interval that ends, until the task is cancelled.
  public func timer(
    interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride? = nil,
    options: SchedulerOptions? = nil
  ) -> AsyncStream<SchedulerTimeType> where SchedulerTimeType: SendableMetatype {
    // SAFETY: one task at a time asks a stream for its next element, and only that uses them.
    var last = now
    let next = UnsafeTransfer { () async -> SchedulerTimeType? in
      last = last.advanced(by: interval)
      let date = last
      do {
        // Sleeps in the task that awaits the element, so that its effect shows as asleep.
        try await self.sleep(until: date, tolerance: tolerance, options: options)
        return date
      } catch {
        return nil
      }
    }
    return AsyncStream { await next.value() }
  }

  /// Returns how long a closure takes by this scheduler's time.
  public func measure(_ work: () throws -> Void) rethrows -> SchedulerTimeType.Stride {
    let start = now
    try work()
    return start.distance(to: now)
  }
}

/// A task that waits for a scheduled closure. The closure or the task's cancellation resumes it,
/// once.
private final class ScheduledSleep: Sendable {
  private enum State: Sendable {
    case idle
    case sleeping(UnsafeContinuation<Void, Never>)
    case finished
  }

  private let state = Lock(State.idle)

  /// Starts the wait and returns `true`. If it is already over, resumes the task and returns
  /// `false`.
  func start(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
    let isWaiting = state.withLock { state in
      guard case .idle = state else { return false }
      state = .sleeping(continuation)
      return true
    }
    if !isWaiting { continuation.resume() }
    return isWaiting
  }

  func finish() {
    let old = state.withLock { state in
      defer { state = .finished }
      return state
    }
    if case .sleeping(let continuation) = old { continuation.resume() }
  }
}
