import CComposable
import Dispatch
import MachoLocks
import Synchronization

/// A first-in, first-out queue of jobs that whoever owns a store drains on its own thread.
///
/// A store's effects start on it, so their child tasks and the default actors that they call run
/// on it too. When the queue is empty the store is quiescent: each effect has finished, sleeps on
/// a controlled clock, or waits for the world outside.
///
/// Why this is sound, though the class is `@unchecked Sendable`:
///
/// - `inside`, `isDraining` and `depth` are touched only by the thread that is the owner at that
///   moment. `owner` says which it is; every door to them compares it with the calling thread.
/// - There is never more than one owner. With `.currentThread` it never changes. With `.mainActor`
///   a thread becomes the owner by exchanging 0 for itself and gives it up by storing 0, acquiring
///   and releasing, so each owner sees what the one before it wrote; a second thread traps.
/// - It is no `SerialExecutor`: nothing is isolated to it by type, as a job that ran isolated would
///   be enqueued once more at each change to code that is not. Effects come back to their core by
///   asking whether the thread is the owner's, see `StoreActionSink`.
/// - Everything other threads do goes through `arrivals`, which has a lock.
///
/// Why the order is deterministic: a job is appended to `inside` only by the owner, that is by
/// code that runs on the owner's thread, which is one sequence of steps; nothing else decides
/// what is run next. What other threads enqueue is held until the owner asks for it.
package final class StoreExecutor: TaskExecutor, @unchecked Sendable {
  /// Who may send to the stores of an executor and drain it.
  package enum Ownership: Sendable {
    /// The thread that makes the executor, and only that: a script, a prompt.
    case currentThread
    /// The main actor, on whichever thread it runs at the time: an app's store, a test's.
    case mainActor
  }

  /// Called when there is something to drain that the owner may not know of: a job came from
  /// outside, or from the main actor. On the thread that it comes from.
  package var onExternalJob: (@Sendable () -> Void)? {
    get { externalJobs.withLock { $0.onExternalJob } }
    set { externalJobs.withLock { $0.onExternalJob = newValue } }
  }

  /// The number of jobs that came from outside and are not admitted yet.
  package var externalJobCount: Int { externalJobs.withLock { $0.jobs.count } }

  /// Whether time that other threads take while stores run is work outside of the executor: in a
  /// process that was adopted while it had one thread, and starts no other of its own.
  ///
  /// Touched only by the owner.
  package var monitorsOtherThreads = false

  private struct ExternalJobs: Sendable {
    var jobs: [PendingJob] = []
    var onExternalJob: (@Sendable () -> Void)?
  }

  /// Whether a wait of the owner lets in what comes from outside: a store that is used live.
  ///
  /// Touched only by the owner.
  package var acceptsExternalJobs = false

  /// Whether the main actor drains it from time to time, and lets in what came from outside.
  @MainActor var isLive: Bool { ownership == .mainActor && acceptsExternalJobs }

  let ownership: Ownership
  private let owner: Atomic<UInt>
  private let externalJobs = Lock(ExternalJobs())
  private let externalJobSignal = DispatchSemaphore(value: 0)
  // Unchecked, as each send looks at it: only the owner's thread is at it, and no code but the
  // queue's own, which knows no type of a user's, runs while it is changed.
  @exclusivity(unchecked)
  private var readyJobs = JobQueue()
  private var ownershipDepth = 0
  private var isDraining = false

  package init(ownership: Ownership = .currentThread) {
    self.ownership = ownership
    switch ownership {
    case .currentThread: owner = Atomic(ccomposable_current_thread())
    case .mainActor: owner = Atomic(0)
    }
  }

  // MARK: Taking jobs

  package func enqueue(_ job: consuming ExecutorJob) {
    enqueue(PendingJob(job: UnownedJob(job), isMainActorJob: false))
  }

  func enqueue(_ job: PendingJob) {
    if isOwnedByCurrentThread {
      readyJobs.append(job)
    } else if case .mainActor = ownership, MainActorContext.isCurrent {
      // What the owner does while it is not in here is one sequence of steps with the rest.
      withOwnership { readyJobs.append(job) }
    } else {
      enqueueExternal(job)
    }
  }

  /// Puts a job where work from outside waits, from any thread.
  func enqueueExternal(_ job: PendingJob) {
    // As soon as the job is in, another thread may run it and, with the task's end, drop the last
    // reference; whoever enqueues a job holds none.
    let executor = Unmanaged.passRetained(self)
    defer { executor.release() }
    let onArrival = externalJobs.withLock {
      $0.jobs.append(job)
      return $0.onExternalJob
    }
    onArrival?()
    externalJobSignal.signal()
  }

  // MARK: Owning

  /// Whether the calling thread owns the executor now: what it enqueues counts as inside.
  package var isOwnedByCurrentThread: Bool {
    owner.load(ordering: .relaxed) == ccomposable_current_thread()
  }

  /// Runs `body` as the owner. All that touches a store from outside of a drain is done in this.
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
    let isLeft = !readyJobs.isEmpty
    owner.store(0, ordering: .releasing)
    // What an action woke, by cancelling or by feeding it, whether or not it started anything.
    if isLeft { onExternalJob?() }
  }

  // MARK: Draining

  /// Whether a drain would find something to run that is not from outside.
  package var hasReadyJobs: Bool { withOwnership { !readyJobs.isEmpty } }

  /// Runs what is enqueued until nothing is left.
  ///
  /// - Parameter admittingArrivals: Whether work that came from outside is let in, in the order in
  ///   which it came. Without it, no race with the outside can change what happens.
  /// - Parameter limit: The number of jobs after which it is enough, though more are left.
  /// - Returns: The number of jobs that were run.
  @discardableResult
  package func drain(admittingArrivals: Bool = false, limit: Int = .max) -> Int {
    acquireOwnership()
    defer { releaseOwnership() }
    // A job that drains would run the jobs after it in the middle of itself.
    guard !isDraining else { return 0 }
    isDraining = true
    defer { isDraining = false }
    let task = asUnownedTaskExecutor()
    var count = 0
    while count < limit {
      if readyJobs.isEmpty, !(admittingArrivals && acceptExternalJobs()) { return count }
      readyJobs.dequeue().run(on: task)
      count += 1
    }
    return count
  }

  /// Blocks the owner until something came from outside, and says whether it did.
  ///
  /// - Parameter isStopped: Whether the owner is not to wait any more. It is asked whenever
  ///   `wakeOwner` was called.
  package func waitForExternalJob(
    until deadline: ContinuousClock.Instant, unless isStopped: () -> Bool = { false }
  ) -> Bool {
    while externalJobCount == 0 {
      if isStopped() { return false }
      let left = deadline - .now
      if left <= .zero { return false }
      _ = externalJobSignal.wait(timeout: .now() + .nanoseconds(left.nanoseconds))
    }
    return true
  }

  /// Has an owner that waits look again whether it still has to, from any thread.
  package func wakeOwner() { externalJobSignal.signal() }

  /// Lets in the oldest of what came from outside, and says whether there was any.
  package func acceptExternalJob() -> Bool {
    acquireOwnership()
    defer { releaseOwnership() }
    let job = externalJobs.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
    guard let job else { return false }
    readyJobs.append(job)
    return true
  }

  private func acceptExternalJobs() -> Bool {
    let jobs = externalJobs.withLock {
      let jobs = $0.jobs
      $0.jobs.removeAll()
      return jobs
    }
    for job in jobs { readyJobs.append(job) }
    return !jobs.isEmpty
  }

  package func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    UnownedTaskExecutor(ordinary: self)
  }
}

extension Duration {
  /// The whole nanoseconds, at most `Int.max` of them.
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, overflow2) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow2 ? (seconds < 0 ? .min : .max) : Int(sum)
  }
}
