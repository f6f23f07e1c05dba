import CComposable
import MachoDiff

/// Ties the work of other threads to the effects of the process-wide executor.
///
/// Events show that a job depends on another thread. Processor time does not:
///
/// - A job hands work to another thread: a block to a dispatch queue, or a new thread. The work is
///   held, so that it cannot end while the store runs. It begins when the script settles, or
///   earlier if the owner's thread blocks. A job that blocks while its own work is held is external.
/// - Another thread resumes a continuation before its task has suspended. The task's job is
///   external.
/// - An effect only yields while work is held. Its jobs are external.
/// - A block of the main queue or a timer of the main run loop enqueues a job. The job is external.
///
/// What an external job enqueues, sends or sleeps for is external too. So the effect has the same
/// status as if its task had suspended first, and the result does not depend on which thread is
/// faster.
///
/// A thread that does none of this is not noticed. Where events cannot be observed (Apple's
/// platforms, statically linked libraries), only the jobs that other threads enqueue are external.
///
/// SAFETY: `@unchecked Sendable` because only the owner's thread uses it, except for `heldWork`,
/// which is safe on any thread.
package final class ExternalWorkTracker: @unchecked Sendable {
  /// The tracker of the process-wide executor.
  static let processWide = ExternalWorkTracker()

  /// Whether held work begins only when the script settles. Otherwise it begins when the store is
  /// idle, as at a prompt. Default: `true`.
  package var holdsUntilSettled = true {
    didSet { if !holdsUntilSettled { startHeldWork() } }
  }

  /// Whether external jobs may run now, so that a job need not be held.
  var acceptsExternalJobs = false

  private let heldWork = HeldWork { StoreExecutor.processWide?.wakeOwner() }
  private let mainThread = MainThread {
    guard let executor = StoreExecutor.processWide else { return }
    executor.onExternalJob?()
    executor.wakeOwner()
  }
  private var isHolding = false
  private var hasBlocked = false
  /// The number of jobs since one of them did more than enqueue another one.
  private var yieldCount = 0

  /// Starts to observe the continuations and the calls of the process. The calling thread must be
  /// the owner's.
  func observe() {
    _ = ccomposable_observe_resumes()
    _ = ccomposable_redirect_work(
      { work, queue in
        ExternalWorkTracker.processWide.hold(work, queue: queue.map { String(cString: $0) })
      },
      { function, isOrdered in
        let function = String(cString: function)
        ExternalWorkTracker.processWide.willBlock(in: function, isOrdered: isOrdered)
      }, { WorkOrigin.current.rawValue })
  }

  /// Runs `body`, and marks the work that it hands to other threads with its origin.
  package func markWork<Result>(during body: () throws -> Result) rethrows -> Result {
    ccomposable_mark_work(true)
    defer { ccomposable_mark_work(false) }
    return try body()
  }

  // MARK: Held work

  /// Runs `body`, and holds the work that it hands to other threads.
  package func holdWork<Result>(during body: () throws -> Result) rethrows -> Result {
    guard !isHolding else { return try body() }
    isHolding = true
    defer {
      isHolding = false
      if !holdsUntilSettled { startHeldWork() }
    }
    return try heldWork.hold(during: body)
  }

  /// Starts the held work, because the script settles.
  package func startHeldWork() { heldWork.start() }

  /// Whether any held work was started. Then only time can tell whether an effect that yields waits
  /// for another thread or is endless.
  package var hasStartedWork: Bool { heldWork.hasStarted }

  /// Whether a block that was held has begun, has not ended and is awaited.
  package var hasAwaitedBlocks: Bool { heldWork.hasAwaitedBlocks }

  /// Stops waiting for the blocks that have begun, because a script has waited long enough for them.
  package func forgetAwaitedBlocks() { heldWork.forgetAwaitedBlocks() }

  private func hold(_ work: OpaquePointer, queue: String?) {
    let effect = EffectContext.current
    effect?.recordHandedWork()
    // A thread is not named here: often a library starts one for its first caller only.
    if let queue { effect?.addEvidence("handed work to the queue '\(queue.withoutAddresses)'") }
    heldWork.append(work, of: effect)
  }

  /// Called before the owner's thread blocks. `isOrdered` is whether it waits for its turn in a
  /// serial queue, whose result does not depend on time.
  private func willBlock(in function: String, isOrdered: Bool) {
    guard !heldWork.isEmpty else { return }
    let effects = heldWork.effects
    if !isOrdered, let effect = EffectContext.current, effects.contains(where: { $0 === effect }) {
      effect.addEvidence("blocked in \(function) for work of another thread")
      hasBlocked = true
    }
    startHeldWork()
  }

  // MARK: The main thread

  /// Whether the owner's thread runs work of the main queue or of the main run loop.
  var isRunningMainThread: Bool { mainThread.isRunning }

  /// Runs the blocks of the main queue and the due timers of the main run loop. Returns whether there
  /// were any.
  func runMainThread() -> Bool {
    // What observes the main thread is not the feature's work.
    if isHolding { ccomposable_hold_work(false) }
    defer { if isHolding { ccomposable_hold_work(true) } }
    return mainThread.run()
  }

  // MARK: Jobs

  func begin(_ job: PendingJob) { ccomposable_begin_job(job.address) }

  func end() {
    ccomposable_end_job()
    hasBlocked = false
  }

  /// Whether the job that runs now depends on another thread.
  var isCurrentJobExternal: Bool {
    mainThread.isRunning
      || !acceptsExternalJobs && (hasBlocked || ccomposable_was_resumed())
  }

  /// Records a job that has run, and how many jobs it enqueued. Returns whether the ready jobs only
  /// yield until held work has ended.
  ///
  /// A yield is two jobs, each of which enqueues the next one. The limit counts jobs, not time, and
  /// no other thread can change the count: the work that could end the yields is held.
  func isPolling(afterEnqueueing count: Int) -> Bool {
    guard count == 1, !acceptsExternalJobs, !heldWork.isEmpty else {
      yieldCount = 0
      return false
    }
    yieldCount += 1
    guard yieldCount > Self.maximumYields else { return false }
    for effect in heldWork.effects { effect.addEvidence("yields until another thread has ended") }
    return true
  }

  /// Records that an effect did more than yield.
  func didSendAction() { yieldCount = 0 }

  /// More jobs than an effect needs to let others run.
  private static let maximumYields = 10_000
}

/// The code that handed work to the current thread.
struct WorkOrigin: RawRepresentable {
  let rawValue: UInt

  /// Unknown: a thread of other code.
  static let unknown = WorkOrigin(rawValue: 0)
  /// An effect or a reducer.
  static let store = WorkOrigin(rawValue: 1)
  /// A real endpoint of a dependency.
  static let endpoint = WorkOrigin(rawValue: 2)

  /// The origin of the work that the current task hands over.
  static var current: WorkOrigin { EffectContext.isInEndpoint ? .endpoint : .store }

  /// The origin of the work that the current thread runs.
  static var ofThread: WorkOrigin { WorkOrigin(rawValue: ccomposable_work_origin()) }
}

extension StoreExecutor {
  /// Whether the job that runs now depends on another thread. Only the owner may call it.
  var isCurrentJobExternal: Bool { externalWork?.isCurrentJobExternal ?? false }

  /// Suspends the current task until external jobs are accepted, if its job is external.
  package func suspendExternalJob(isolation: isolated (any Actor)? = #isolation) async {
    guard isOwnedByCurrentThread, isCurrentJobExternal else { return }
    // This job is enqueued by an external one, so it is external.
    await Task(executorPreference: self) {}.value
  }
}
