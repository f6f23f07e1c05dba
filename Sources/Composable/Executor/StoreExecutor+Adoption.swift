import CComposable
import Dispatch
import Synchronization

extension StoreExecutor {
  /// The executor of a process that was adopted; its owner is the thread that first asks for it.
  private static let process = StoreExecutor(ownership: .currentThread)
  private static let isAdopted = Atomic(false)

  /// The executor that runs all tasks of this process, if it was adopted.
  package static var adopted: StoreExecutor? {
    isAdopted.load(ordering: .acquiring) ? process : nil
  }

  /// Brings all tasks of the process that have no executor of their own onto one executor, which
  /// the calling thread owns, and returns it.
  ///
  /// An executable calls this first of all on its main thread, before any task exists; its `main`
  /// must not be asynchronous. From then on unstructured tasks, detached tasks, default actors and
  /// the main actor run when the owner drains this executor, and only then.
  ///
  /// Why this is sound:
  ///
  /// - Where a job runs: the runtime lets the global executor run a job on any thread, so the
  ///   owner's is one of them. Jobs of the main actor run on the owner's thread only, which is the
  ///   main thread, with the main executor's identity, so assertions of isolation hold. All jobs
  ///   run one after the other; an actor's exclusion can only be stricter than without adoption.
  /// - What a job runs as: jobs for the global executor run without a serial executor, as they
  ///   would on a pool's thread, so nothing believes to be isolated that is not.
  /// - Progress: a job runs when the owner drains. A thread that blocks until a task has ended
  ///   waits for the owner; the owner itself must never do so. This is the rule for the main
  ///   thread that holds in any process, only for all tasks.
  /// - Determinism: what code on the owner's thread enqueues is one sequence of steps, as there is
  ///   one thread. What other threads enqueue (a file, a socket, a dispatch queue) is held as an
  ///   arrival. So is the end of a sleep on a wall clock: its job becomes an arrival when it is
  ///   due, and runs when arrivals are admitted; a sleeper is never resumed by another thread.
  ///
  /// What it cannot see: a foreign thread that resumes a continuation before the task has
  /// suspended on it, or that fills a buffer which a task then reads, acts without enqueueing
  /// anything. Such a dependency is outside, and a script has to stub it.
  @discardableResult
  package static func adoptProcess() -> StoreExecutor {
    let executor = process
    precondition(
      executor.isOwnedByCurrentThread, "A process is adopted by one thread, the main thread.")
    isAdopted.store(true, ordering: .releasing)
    ccomposable_adopt_process(
      { job, destination in
        guard let job else { return }
        let isMain = destination == Int32(bitPattern: ccomposable_destination_main.rawValue)
        StoreExecutor.process.enqueue(
          PendingJob(job: unownedJob(job), isMain: isMain))
      },
      { job, nanoseconds in
        guard let job else { return }
        let pending = PendingJob(job: unownedJob(job), isMain: false)
        // A deadline beyond what the clock can hold is never reached.
        let delay = Int(clamping: nanoseconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(delay)) {
          StoreExecutor.process.arrive(pending)
        }
      })
    return executor
  }
}

/// The runtime's pointer to a job, as Swift's type for it.
private func unownedJob(_ job: UnsafeMutableRawPointer) -> UnownedJob {
  // `UnownedJob` is a frozen struct of one `Builtin.Job`, which is this very pointer; the size is
  // checked by `unsafeBitCast`. The runtime's own C hooks exchange jobs in the same way.
  unsafeBitCast(job, to: UnownedJob.self)
}
