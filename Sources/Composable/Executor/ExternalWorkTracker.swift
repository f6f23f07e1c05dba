import CComposable
import MachoDiff
import MachoLocks
import Synchronization

/// Ties the work of other threads to the effects of the process-wide executor.
///
/// Events show that a job depends on another thread. Processor time does not:
///
/// - A job hands work to another thread: a block to a dispatch queue, a source, or a new thread. The
///   work is held, so that it cannot end while the store runs. It begins when the script settles.
/// - A job blocks while work is held, or other threads have work. The held work begins. The job is
///   external, and so is all that the effects of that work do until the script settles.
/// - A job computes or sleeps without end while work is held. That has the same result.
/// - Another thread resumes a continuation before its task has suspended. The task's job is
///   external.
/// - An effect only yields while work is held. Its jobs are external.
/// - A block of the main queue or a timer of the main run loop enqueues a job. The job is external.
///
/// What an external job enqueues, sends or sleeps for is external too. So the effect has the same
/// status as if its task had suspended first, and the result does not depend on which thread is
/// faster.
///
/// If no other thread was given anything, effects wait for each other only: see `canActFromOutside`.
///
/// A thread that does none of this is not noticed. Where events cannot be observed (Apple's
/// platforms, statically linked libraries), only the jobs that other threads enqueue are external.
///
/// SAFETY: `@unchecked Sendable` because only the owner's thread uses it, except for `heldWork` and
/// the effects of started work, which are safe on any thread.
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

  private let heldWork = HeldWork()
  private lazy var stallDetector = StallDetector(
    hasWork: { [heldWork] in !heldWork.isEmpty }, startWork: { [unowned self] in startWorkEarly() })
  /// The effects whose work began before a script settled, without an order. What they do depends on
  /// time.
  private let effectsOfStartedWork = Lock<[EffectHandle]>([])
  private let hasStartedEarly = Atomic(false)
  private let mainThread = MainThread {
    guard let executor = StoreExecutor.processWide else { return }
    executor.onExternalJob?()
    executor.wakeOwner()
  }
  private var isHolding = false
  private var hasBlocked = false
  private var waitsOutsideEffects: [String] = []
  /// The number of jobs since one of them did more than enqueue another one.
  private var yieldCount = 0
  /// The sleeps of the job, or of the code outside of jobs, that runs now.
  private var sleeps = (count: 0, time: Duration.zero)
  private var isObserving = false
  /// The number of pieces of lasting work that no script waits for.
  private var earlierLastingCount = Int.max
  /// The effect that waits for its turn in a queue.
  private let effectInTurn = Lock<EffectHandle?>(nil)

  /// Starts to observe the continuations and the calls of the process. The calling thread must be
  /// the owner's.
  func observe() {
    _ = ccomposable_observe_resumes()
    OwnWork.mark = { ccomposable_exclude_work($0) }
    isObserving = ccomposable_redirect_work(
      { work, queue, function in
        ExternalWorkTracker.processWide.hold(
          work, queue: queue.map { String(cString: $0) },
          function: function.map { String(cString: $0) })
      },
      { function, queue, nanoseconds in
        guard nanoseconds != .min else {
          ExternalWorkTracker.processWide.willStartProcess()
          return false
        }
        return ExternalWorkTracker.processWide.willBlock(
          in: String(cString: function), queue: queue,
          time: nanoseconds < 0 ? nil : .nanoseconds(nanoseconds))
      }, { WorkOrigin.current.rawValue }, { StoreExecutor.processWide?.wakeOwner() })
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
    ccomposable_hold_work(true)
    stallDetector.begin()
    sleeps = (0, .zero)
    defer {
      stallDetector.end()
      ccomposable_hold_work(false)
      isHolding = false
      if !holdsUntilSettled { startHeldWork() }
    }
    return try body()
  }

  /// Starts the held work, because the script settles. Returns whether there was any.
  @discardableResult
  package func startHeldWork() -> Bool {
    let lastingCount = Int(ccomposable_lasting_count())
    let started = heldWork.start()
    if started.contains(where: { $0.isLasting && $0.effect?.isFinished == false }) {
      earlierLastingCount = lastingCount
    }
    return !started.isEmpty
  }

  /// Whether work that has begun may still resume effects. What it resumes later would come in an order
  /// that depends on time.
  ///
  /// Lasting work counts only if effects that had not finished have handed it over.
  package var mayResumeEffects: Bool {
    hasBriefWork || Int(ccomposable_lasting_count()) > earlierLastingCount
  }

  /// Whether any held work was started. If so, an effect that yields may wait for another thread, or may be
  /// endless: nothing but waiting shows which.
  package var hasStartedWork: Bool { heldWork.hasStarted }

  /// The work that has not begun and who handed it over: `work for the queue 'a' of #1 run at B.swift`.
  package var heldWorkDescriptions: [String] { heldWork.descriptions }

  private func hold(_ work: OpaquePointer, queue: String?, function: String?) {
    let effect = EffectContext.current ?? effectInTurn.withLock { $0 }
    effect?.recordHandedWork()
    let description: String
    if queue == StoreExecutor.sleepQueueLabel {
      description = "a sleep by the wall clock"
      effect?.addEvidence("sleeps by the wall clock")
    } else if let queue = queue?.withoutAddresses {
      description = "work for the queue '\(queue)'"
      effect?.addEvidence("handed work to the queue '\(queue)'")
    } else if let function {
      description = "a call of \(function)"
      effect?.addEvidence("called \(function)")
    } else {
      // A thread is not named: often a library starts one for its first caller only.
      description = "a thread"
    }
    heldWork.append(work, of: effect, description)
    stallDetector.didHoldWork()
  }

  /// Called before the owner's thread blocks. If it waits for its turn in a queue, starts the earlier work
  /// of that queue, and returns whether there was any. The result of that wait does not depend on time.
  ///
  /// - Parameter time: How long it sleeps, if nothing ends the sleep. A short sleep does not start the
  ///   held work: whether it ends meanwhile would depend on time.
  private func willBlock(
    in function: String, queue: UnsafeMutableRawPointer?, time: Duration?
  ) -> Bool {
    if let queue {
      effectInTurn.withLock { $0 = EffectContext.current }
      return heldWork.start(onQueue: queue)
    }
    guard !heldWork.isEmpty || canActFromOutside, !acceptsExternalJobs else {
      startHeldWork()
      return false
    }
    recordWait("blocked in \(function) for work of another thread")
    if let time {
      sleeps.count += 1
      sleeps.time += time
      guard sleeps.count > Self.maximumSleeps || sleeps.time > Self.maximumSleepTime else {
        return false
      }
    }
    startWorkEarly()
    return false
  }

  /// Called before the owner's thread starts a process. Whether an effect waits for it, or finds that it
  /// has ended, depends on time.
  private func willStartProcess() {
    guard !acceptsExternalJobs, let effect = EffectContext.current else { return }
    recordWait("started a process")
    effect.completeEvidence()
  }

  /// Starts the held work although the script has not settled. Any thread may call it.
  private func startWorkEarly() {
    heldWork.start { started in
      let effects = started.compactMap(\.effect)
      guard !effects.isEmpty else { return }
      effectsOfStartedWork.withLock { known in
        for effect in effects where !known.contains(where: { $0 === effect }) {
          known.append(effect)
        }
      }
      // ORDER: before the work begins. The job that waits for it may continue at once, and then asks
      // whether it depends on this work.
      hasStartedEarly.store(true, ordering: .releasing)
    }
  }

  /// Returns and clears what code outside of any effect did that depends on another thread, such as a
  /// reducer: `blocked in usleep`.
  package func takeWaitsOutsideEffects() -> [String] {
    recordStall()
    defer { waitsOutsideEffects = [] }
    return waitsOutsideEffects
  }

  private func recordWait(_ text: String) {
    if let effect = EffectContext.current {
      effect.addEvidence(text)
      hasBlocked = true
    } else if !waitsOutsideEffects.contains(text) {
      waitsOutsideEffects.append(text)
    }
  }

  // MARK: Other threads

  /// Whether another thread may resume or change what an effect waits for. `false` if no thread of this
  /// process was given anything that could: then each effect waits for other code of the store.
  ///
  /// It stays `true` until `forgetEndedWork()`, so that it does not depend on time.
  var canActFromOutside: Bool { !isObserving || ccomposable_has_handed_work() || hasMainTimer }

  /// Whether the main run loop has a timer.
  private var hasMainTimer: Bool { ccomposable_time_until_main_timer() >= 0 }

  /// Whether blocks that have begun have not ended, with all that they have handed to queues.
  package var hasBriefWork: Bool { ccomposable_has_brief_work() }

  /// Whether threads, sources and delayed blocks that have begun may not have ended.
  package var hasLastingWork: Bool { ccomposable_has_lasting_work() || hasMainTimer }

  /// Whether any of the work that was handed over lasts.
  package var hasHandedLastingWork: Bool { ccomposable_has_handed_lasting_work() || hasMainTimer }

  /// Records that all work of other threads has ended.
  package func forgetEndedWork() { ccomposable_forget_ended_work() }

  /// Stops waiting for the blocks that have begun, because a script has waited long enough for them.
  package func forgetBriefWork() { ccomposable_forget_brief_work() }

  /// Called when a script settles: what has begun may have ended, or the script does not wait for it.
  package func acceptStartedWork() {
    effectsOfStartedWork.withLock { $0 = [] }
    hasStartedEarly.store(false, ordering: .releasing)
  }

  /// Stops waiting for the lasting work that has begun, because the script does not settle any more.
  package func forgetLastingWork() { earlierLastingCount = .max }

  /// Records a job that a thread has enqueued.
  func didEnqueueFromOutside() {
    if !canActFromOutside { ccomposable_add_unknown_work() }
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

  /// Runs the jobs of the main actor, if they are blocks of the main queue because no other executor runs
  /// them. Returns whether there were any.
  ///
  /// Also runs blocks of the feature and due timers, which are in the same queue.
  func runMainActorJobs() -> Bool {
    StoreExecutor.runsAllTasks ? false : ccomposable_run_main_thread()
  }

  // MARK: Jobs

  func begin(_ job: PendingJob) {
    ccomposable_begin_job(job.address)
    stallDetector.beginJob()
    sleeps = (0, .zero)
  }

  func end() {
    ccomposable_end_job()
    hasBlocked = false
    recordStall()
  }

  /// Whether the job that runs now depends on another thread.
  var isCurrentJobExternal: Bool {
    if mainThread.isRunning { return true }
    guard !acceptsExternalJobs else { return false }
    let hasStartedEarly = hasStartedEarly.load(ordering: .acquiring)
    // ORDER: before any result, because only the job itself knows whose wait it was.
    if hasStartedEarly { recordStall() }
    if hasBlocked || ccomposable_was_resumed() { return true }
    // PERFORMANCE: task-local values are read only if a thread has begun early.
    return hasStartedEarly && hasCurrentEffectStartedWork
  }

  private var hasCurrentEffectStartedWork: Bool {
    guard let current = EffectContext.current else { return false }
    return effectsOfStartedWork.withLock { $0.contains { $0 === current } }
  }

  /// Makes the current job external if held work began because the job did not end.
  private func recordStall() {
    if let stall = stallDetector.takeStall() { recordWait(stall.description) }
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
  /// More than a job needs that does not sleep until another thread has done something.
  private static let maximumSleeps = 1000
  private static let maximumSleepTime = Duration.seconds(1)
}

/// The code that handed work to the current thread.
struct WorkOrigin: RawRepresentable {
  let rawValue: UInt

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

  /// Whether another thread may resume a task of this executor.
  var canBeResumedFromOutside: Bool {
    guard let externalWork, Self.runsAllTasks else { return true }
    return externalWork.canActFromOutside || externalJobCount > 0
  }

  /// Suspends the current task until external jobs are accepted, if its job is external.
  package func suspendExternalJob(isolation: isolated (any Actor)? = #isolation) async {
    guard isOwnedByCurrentThread, isCurrentJobExternal else { return }
    // This job is enqueued by an external one, so it is external.
    await Task(executorPreference: self) {}.value
  }
}
