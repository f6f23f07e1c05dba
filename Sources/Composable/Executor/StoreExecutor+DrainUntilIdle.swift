extension StoreExecutor {
  /// Runs what is enqueued until nothing is left, also what hops to the main actor and back.
  ///
  /// Why this is exact: the queue of the main actor is first in, first out. A task that hops there
  /// from this executor is in that queue when the drain returns. A turn ends after all that was in
  /// the queue when it began, so the task has made its hop by then: it came back, which is inside
  /// as the main actor owns the executor, or it suspended for something else. When a turn brings
  /// nothing back, no task of this executor was on its way.
  ///
  /// The exception is a task that stays on the main actor and suspends there for others that are
  /// there too. Each such step needs a turn that brings nothing back, hence `patience`.
  ///
  /// - Parameters:
  ///   - patience: The number of turns, one after the other, that may bring nothing back.
  ///   - isAwaited: Whether anything can still come back.
  /// - Returns: Whether it came to rest. A task that yields or hops for ever never does; it must
  ///   not hang its test.
  @MainActor
  @discardableResult
  func drainUntilIdle(patience: Int = 1, while isAwaited: () -> Bool = { true }) async -> Bool {
    if drain(admittingArrivals: acceptsExternalJobs, limit: Self.maximumJobs) == Self.maximumJobs {
      return false
    }
    var barren = 0
    var turns = 0
    while barren < patience, turns < Self.maximumTurns, isAwaited() {
      await MainActor.waitForEnqueuedJobs()
      turns += 1
      let count = drain(admittingArrivals: acceptsExternalJobs, limit: Self.maximumJobs)
      if count == Self.maximumJobs { return false }
      barren = count > 0 ? 0 : barren + 1
    }
    return turns < Self.maximumTurns
  }

  /// More than the effects of a feature need for what they do between two steps of a test.
  private static var maximumTurns: Int { 10_000 }
  private static var maximumJobs: Int { 1_000_000 }

  /// Waits, on behalf of any task, until nothing is left to run.
  ///
  /// Of a store that somebody drains by hand nothing can be known.
  func waitUntilIdle(isolation: isolated (any Actor)? = #isolation) async {
    guard case .mainActor = ownership else { return }
    await drainUntilIdle()
  }

  /// Runs `body` as whoever owns the executor, so that what it resumes is inside; a store that is
  /// drained by hand has an owner that nobody else can be.
  func performAsOwner(
    isolation: isolated (any Actor)? = #isolation, _ body: @Sendable () -> Void
  ) async {
    guard case .mainActor = ownership, !MainActorContext.isCurrent else { return body() }
    await MainActor.run(body: body)
  }
}
