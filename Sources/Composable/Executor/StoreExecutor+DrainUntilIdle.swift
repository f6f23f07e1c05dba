extension StoreExecutor {
  /// Runs jobs until none is left, including those of tasks that hop to the main actor and back.
  ///
  /// ORDER: this is exact because the main actor's queue is first in, first out. A task that hops
  /// there from this executor is in that queue when `drain` returns. A turn of the main actor
  /// (`waitForEnqueuedJobs()`) ends after all jobs that were in the queue at its start. By then
  /// the task has hopped back, or has suspended for another reason. A task that hopped back is a ready job, because the main actor owns the
  /// executor. If a turn adds no job, no task of this executor was on its way.
  ///
  /// The exception is a task that stays on the main actor and suspends there for other tasks of the
  /// main actor. Each such suspension needs a turn that adds no job, hence `idleTurns`.
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

  /// More than the effects of a feature need between two steps of a test.
  private static var maximumTurns: Int { 10_000 }
  private static var maximumJobs: Int { 1_000_000 }

  /// Waits, from any task, until no job is left.
  ///
  /// Returns immediately if the owner drains the executor by hand, as idleness then is unknown.
  func waitUntilIdle(isolation: isolated (any Actor)? = #isolation) async {
    guard case .mainActor = ownership else { return }
    await drainUntilIdle()
  }

  /// Runs `body` as the owner, so that the jobs that it resumes are not external. An executor that
  /// is drained by hand has an owner that no other code can be; `body` then runs directly.
  func performAsOwner(
    isolation: isolated (any Actor)? = #isolation, _ body: @Sendable () -> Void
  ) async {
    guard case .mainActor = ownership, !MainActorContext.isCurrent else { return body() }
    await MainActor.run(body: body)
  }
}
