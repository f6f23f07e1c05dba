import CComposable
import DequeModule
import Dispatch
import MachoLocks
import Synchronization

/// A first-in, first-out queue of jobs that the owner of a store drains on its own thread.
///
/// A store's effects start on it, so their child tasks and the default actors that they call run on
/// it too. When the queue is empty, the store is idle: each effect has finished, sleeps on a test
/// clock, or waits for external work.
///
/// SAFETY: `@unchecked Sendable` because:
///
/// - Only the owner's thread accesses `readyJobs`, `isDraining` and `ownershipDepth`. `owner`
///   identifies that thread, and every access path to them compares it with the calling thread.
/// - There is at most one owner. With `.currentThread` it never changes. With `.mainActor` a thread
///   becomes the owner by exchanging 0 for its identifier, and stops by storing 0. These operations
///   acquire and release, so each owner sees what the previous one wrote. A second thread traps.
/// - It is not a `SerialExecutor`: nothing is isolated to it by type, because an isolated job would
///   be enqueued again at each change to nonisolated code. Effects that return to their core check
///   that the thread is the owner's; see `StoreActionSink`.
/// - All other access by other threads goes through `externalJobs`, which has a lock.
///
/// ORDER: only the owner appends to `readyJobs`, so appending is one sequence on one thread. Unless
/// there is a `scheduler`, nothing else decides which job runs next. Jobs that other threads enqueue
/// are held until the owner accepts them.
package final class StoreExecutor: TaskExecutor, @unchecked Sendable {
  /// The thread or actor that may send to the stores of an executor and drain it.
  package enum Ownership: Sendable {
    /// Only the thread that creates the executor, as for a script or a prompt.
    case currentThread
    /// The main actor, on any thread that it runs on, as for the store of an app or a test.
    case mainActor
  }

  /// Called when there may be jobs to drain that the owner does not know of: external ones, or jobs
  /// from the main actor. Called on the thread that enqueues them.
  package var onExternalJob: (@Sendable () -> Void)? {
    get { externalJobs.withLock { $0.onExternalJob } }
    set { externalJobs.withLock { $0.onExternalJob = newValue } }
  }

  /// The number of external jobs that are not accepted yet.
  package var externalJobCount: Int { externalJobs.withLock { $0.jobs.count } }

  /// Finds the jobs that depend on other threads. `nil` unless the executor is process-wide.
  ///
  /// SAFETY: only the owner accesses it.
  package var externalWork: ExternalWorkTracker?

  /// Chooses the job that runs next where several are ready. Default: `nil` (the oldest job).
  ///
  /// SAFETY: only the owner accesses it. Exclusivity is unchecked because it is only read or replaced
  /// as a whole. PERFORMANCE: each job reads it.
  @exclusivity(unchecked)
  package var scheduler: JobScheduler?

  private struct ExternalJobs: Sendable {
    var jobs: Deque<PendingJob> = []
    var onExternalJob: (@Sendable () -> Void)?
  }

  /// Whether the owner accepts external jobs while it waits, as for a live store.
  ///
  /// SAFETY: only the owner accesses it. Default: `false`.
  package var acceptsExternalJobs = false

  /// Whether the main actor drains it regularly and accepts external jobs.
  @MainActor var isLive: Bool { ownership == .mainActor && acceptsExternalJobs }

  let ownership: Ownership
  private let owner: Atomic<UInt>
  private let externalJobs = Lock(ExternalJobs())
  private let externalJobSignal = DispatchSemaphore(value: 0)
  // SAFETY: exclusivity is unchecked. Only the owner's thread accesses this, and only the queue's
  // own code, which uses no generic or user-defined type, runs during a change. PERFORMANCE: each
  // send reads it.
  @exclusivity(unchecked)
  /// The ready jobs, oldest first.
  private var readyJobs: Deque<PendingJob> = []
  /// The address of the job that ran last. Only to be compared.
  @exclusivity(unchecked)
  private(set) var lastJobAddress: UnsafeRawPointer?
  private var ownershipDepth = 0
  private var isDraining = false
  /// The number of jobs that were added to `readyJobs`.
  private var enqueueCount = 0

  package init(ownership: Ownership = .currentThread) {
    self.ownership = ownership
    switch ownership {
    case .currentThread: owner = Atomic(ccomposable_current_thread())
    case .mainActor: owner = Atomic(0)
    }
  }

  // MARK: Enqueueing

  package func enqueue(_ job: consuming ExecutorJob) {
    enqueue(PendingJob(job: UnownedJob(job), isMainActorJob: false))
  }

  func enqueue(_ job: PendingJob) {
    if isOwnedByCurrentThread {
      if externalWork != nil { Self.recordOtherTask(job) }
      if isCurrentJobExternal { return enqueueExternal(job) }
      readyJobs.append(job)
      enqueueCount &+= 1
      scheduler?.didEnqueue(job)
    } else if case .mainActor = ownership, MainActorContext.isCurrent {
      // ORDER: what the main actor does outside of this executor is one sequence with the rest.
      withOwnership { readyJobs.append(job) }
    } else {
      enqueueExternal(job)
    }
  }

  /// Adds an external job, from any thread.
  func enqueueExternal(_ job: PendingJob) {
    // SAFETY: once the job is added, another thread may run it and, when its task ends, release the
    // last reference. The thread that enqueues holds none, so retain the executor here.
    let executor = Unmanaged.passRetained(self)
    defer { executor.release() }
    externalWork?.didEnqueueFromOutside()
    let onExternalJob = externalJobs.withLock {
      $0.jobs.append(job)
      return $0.onExternalJob
    }
    onExternalJob?()
    externalJobSignal.signal()
  }

  // MARK: Ownership

  /// Whether the calling thread owns the executor now, so that jobs that it enqueues are not
  /// external.
  package var isOwnedByCurrentThread: Bool {
    owner.load(ordering: .relaxed) == ccomposable_current_thread()
  }

  /// Runs `body` as the owner. All access to a store outside of a drain must happen in this.
  package func withOwnership<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquireOwnership()
    defer { releaseOwnership() }
    return try body()
  }

  @inline(__always)
  package func acquireOwnership() {
    let thread = ccomposable_current_thread()
    if owner.load(ordering: .relaxed) != thread {
      let (exchanged, _) = owner.compareExchange(
        expected: 0, desired: thread, ordering: .acquiring)
      precondition(exchanged, "A store was used by a thread that does not own it.")
    }
    ownershipDepth += 1
  }

  @inline(__always)
  package func releaseOwnership() {
    ownershipDepth -= 1
    guard ownershipDepth == 0, case .mainActor = ownership else { return }
    let hasMoreJobs = !readyJobs.isEmpty
    owner.store(0, ordering: .releasing)
    // Jobs of tasks that an action resumed, by cancelling them or by yielding to their stream, even
    // if the action started no effect.
    if hasMoreJobs { onExternalJob?() }
  }

  // MARK: Draining

  /// Runs jobs until none is left.
  ///
  /// - Parameter acceptingExternalJobs: Whether to accept external jobs, in the order in which they
  ///   arrived. Default: `false`, so that no race with other threads can change the result.
  /// - Parameter limit: The maximum number of jobs to run. Default: no limit.
  /// - Returns: The number of jobs that were run.
  @discardableResult
  package func drain(acceptingExternalJobs: Bool = false, limit: Int = .max) -> Int {
    acquireOwnership()
    defer { releaseOwnership() }
    // ORDER: a job that drains would otherwise run later jobs in the middle of itself.
    guard !isDraining else { return 0 }
    isDraining = true
    defer { isDraining = false }
    let task = asUnownedTaskExecutor()
    var count = 0
    externalWork?.acceptsExternalJobs = acceptingExternalJobs
    defer { externalWork?.acceptsExternalJobs = false }
    while count < limit {
      if readyJobs.isEmpty {
        if externalWork?.runMainActorJobs() == true {
          count += 1
          continue
        }
        guard acceptingExternalJobs && acceptExternalJobs() else { return count }
      }
      let job: PendingJob
      if let scheduler {
        guard let chosen = dequeueJob(chosenBy: scheduler, acceptingExternalJobs) else { continue }
        job = chosen
      } else {
        job = readyJobs.removeFirst()
      }
      lastJobAddress = job.address
      if let externalWork {
        run(job, on: task, externalWork)
      } else {
        job.run(on: task)
      }
      count += 1
    }
    return count
  }

  /// Removes and returns the chosen job. Returns `nil` if the scheduler chose a sleeper, which is
  /// awake now.
  private func dequeueJob(
    chosenBy scheduler: JobScheduler, _ acceptsExternalJobs: Bool
  ) -> PendingJob? {
    let index = scheduler.chooseIndex(of: readyJobs, acceptsExternalJobs: acceptsExternalJobs)
    guard index < readyJobs.count else {
      scheduler.dueSleepers?.wake(index - readyJobs.count)
      return nil
    }
    let job = readyJobs.remove(at: index)
    scheduler.willRun(job)
    return job
  }

  private func run(
    _ job: PendingJob, on task: UnownedTaskExecutor, _ externalWork: ExternalWorkTracker
  ) {
    let countBefore = enqueueCount
    externalWork.begin(job)
    job.run(on: task)
    externalWork.end()
    guard externalWork.isPolling(afterEnqueueing: enqueueCount &- countBefore) else { return }
    suspendReadyJobs()
  }

  /// Blocks the owner until there is an external job, and returns `true`. Returns `false` when the main
  /// thread has work, when `deadline` has passed or when `isInterrupted` returns `true`.
  ///
  /// - Parameter ignoringJobs: Whether to wait although there are external jobs. Default: `false`.
  /// - Parameter isInterrupted: Whether to stop waiting. Called first and after each `wakeOwner()`.
  package func waitForExternalJob(
    until deadline: ContinuousClock.Instant, ignoringJobs: Bool = false,
    interrupt isInterrupted: () -> Bool = { false }
  ) -> Bool {
    while ignoringJobs || externalJobCount == 0 {
      if isInterrupted() || hasMainThreadWork { return false }
      let remaining = deadline - .now
      if remaining <= .zero { return false }
      _ = externalJobSignal.wait(timeout: .now() + .nanoseconds(remaining.nanoseconds))
    }
    return true
  }

  /// Makes a waiting owner check its conditions again. Any thread may call it.
  package func wakeOwner() { externalJobSignal.signal() }

  /// Accepts the oldest external job. Returns whether there was one.
  package func acceptExternalJob() -> Bool {
    acquireOwnership()
    defer { releaseOwnership() }
    let job = externalJobs.withLock { $0.jobs.popFirst() }
    guard let job else { return false }
    readyJobs.append(job)
    return true
  }

  /// Makes the ready jobs external, because the effects that only yield have had their time.
  package func suspendReadyJobs() {
    withOwnership { while let job = readyJobs.popFirst() { enqueueExternal(job) } }
  }

  private func acceptExternalJobs() -> Bool {
    var jobs = externalJobs.withLock {
      let jobs = $0.jobs
      $0.jobs.removeAll()
      return jobs
    }
    // ORDER: the order in which threads have enqueued them depends on time.
    if jobs.count > 1, externalWork != nil {
      jobs.sort { ccomposable_job_id($0.address) < ccomposable_job_id($1.address) }
    }
    for job in jobs { readyJobs.append(job) }
    return !jobs.isEmpty
  }

  package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    UnownedTaskExecutor(ordinary: self)
  }
}

extension Duration {
  /// The whole nanoseconds, limited to the range of `Int`.
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, overflow2) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow2 ? (seconds < 0 ? .min : .max) : Int(sum)
  }
}
