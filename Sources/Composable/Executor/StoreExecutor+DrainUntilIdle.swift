extension StoreExecutor {
  /// Runs jobs until none is left, including those of tasks that hop to the main actor and back.
  ///
  /// ORDER: this is exact, because the main actor's queue is first in, first out:
  ///
  /// 1. When `drain` returns, a task that hopped from this executor to the main actor is in that queue.
  /// 2. A turn (`waitForEnqueuedJobs()`) ends after all jobs that were in the queue when it started. By
  ///    then the task has hopped back, where it is a ready job, or waits for something else.
  /// 3. So if a turn adds no job, no task of this executor was in the queue.
  ///
  /// The exception is a task that stays on the main actor and waits for other tasks there. Each such wait
  /// takes a turn that adds no job, hence `idleTurns`.
  ///
  /// - Parameters:
  ///   - idleTurns: How many consecutive turns may add no job before the executor counts as idle.
  ///     Default: 1.
  ///   - isAwaited: Whether any job can still be added. Default: always.
  /// - Returns: Whether the executor is idle. With a task that yields or hops endlessly it never
  ///   is; such a task must not hang its test.
  @MainActor
  @discardableResult
  func drainUntilIdle(idleTurns: Int = 1, while isAwaited: () -> Bool = { true }) async -> Bool {
    if drain(acceptingExternalJobs: acceptsExternalJobs, limit: Self.maximumJobs)
      == Self.maximumJobs
    {
      return false
    }
    var idleCount = 0
    var turns = 0
    while idleCount < idleTurns, turns < Self.maximumTurns, isAwaited() {
      await MainActor.waitForEnqueuedJobs()
      turns += 1
      let count = drain(acceptingExternalJobs: acceptsExternalJobs, limit: Self.maximumJobs)
      if count == Self.maximumJobs { return false }
      idleCount = count > 0 ? 0 : idleCount + 1
    }
    return turns < Self.maximumTurns
  }

  /// More than the effects of a feature need between two assertions of a test.
  private static var maximumTurns: Int { 10_000 }
  private static var maximumJobs: Int { 1_000_000 }

  /// Waits, from any task, until no job is left.
  ///
  /// Returns immediately if the main actor does not own the executor: its owner alone knows when it is
  /// idle.
  func waitUntilIdle(isolation: isolated (any Actor)? = #isolation) async {
    guard case .mainActor = ownership else { return }
    await drainUntilIdle()
  }

  /// Runs `body` as the owner, so that the jobs that it resumes are not external. If the owner is not the
  /// main actor, it drains the executor itself, and `body` runs where this is called.
  func performAsOwner(
    isolation: isolated (any Actor)? = #isolation, _ body: @Sendable () -> Void
  ) async {
    guard case .mainActor = ownership, !MainActorContext.isCurrent else { return body() }
    await MainActor.run(body: body)
  }
}
