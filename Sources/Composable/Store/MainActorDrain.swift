import Synchronization

/// Drains an executor on the main actor whenever there is something to run.
final class MainActorDrain: Sendable {
  /// After so many jobs others have their turn on the main actor: an effect may yield for ever.
  /// Who leaves jobs behind asks for another drain.
  static let limit = 1_000

  private let isScheduled = Atomic(false)

  static func attach(to executor: StoreExecutor) {
    executor.acceptsExternalJobs = true
    let drain = MainActorDrain()
    // The executor keeps the closure, so the closure must not keep the executor.
    executor.onExternalJob = { [weak executor] in
      guard let executor else { return }
      drain.schedule(executor)
    }
  }

  private func schedule(_ executor: StoreExecutor) {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Task { @MainActor in
      // Before the drain: what arrives during it and is not seen by it schedules another.
      self.isScheduled.store(false, ordering: .releasing)
      executor.drain(admittingArrivals: true, limit: Self.limit)
    }
  }
}
