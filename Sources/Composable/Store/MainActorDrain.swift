import Synchronization

/// Drains an executor on the main actor whenever it has jobs to run.
final class MainActorDrain: Sendable {
  /// The number of jobs after which the drain yields the main actor, because an effect may yield
  /// forever. If jobs are left, another drain is scheduled.
  static let limit = 1_000

  private let isScheduled = Atomic(false)

  static func attach(to executor: StoreExecutor) {
    executor.acceptsExternalJobs = true
    let drain = MainActorDrain()
    // The executor retains the closure, so the closure must not retain the executor.
    executor.onExternalJob = { [weak executor] in
      guard let executor else { return }
      drain.schedule(executor)
    }
  }

  private func schedule(_ executor: StoreExecutor) {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { @MainActor in
      // ORDER: reset before the drain. A job that is enqueued during the drain but not run by it
      // schedules another drain.
      self.isScheduled.store(false, ordering: .releasing)
      executor.drain(acceptingExternalJobs: true, limit: Self.limit)
    }
  }
}
