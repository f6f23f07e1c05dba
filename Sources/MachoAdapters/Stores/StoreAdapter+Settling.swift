import Composable
import MachoSessions

/// A command that waits in real time for other threads.
struct Settling {
  let start = ContinuousClock.now
  let deadline: ContinuousClock.Instant
  let interrupt: Interrupt

  var middle: ContinuousClock.Instant { start + (deadline - start) / 2 }

  var hasEnded: Bool { interrupt.isRequested || ContinuousClock.now >= deadline }
}

extension StoreAdapter {
  /// Waits until no effect waits for external work. Returns whether that was reached.
  ///
  /// It also waits for the work of other threads that can change the state although no effect waits
  /// for it: blocks that effects handed to dispatch queues, and cancelled effects that handed work to
  /// other threads. Otherwise the line in which such a change arrives would depend on time.
  func settle(_ settling: Settling) -> Bool {
    self.settling = settling
    defer { self.settling = nil }
    let externalWork = core.executor.externalWork
    externalWork?.acceptStartedWork()
    defer {
      externalWork?.acceptStartedWork()
      externalWork?.forgetLastingWork()
    }
    return operate {
      while true {
        externalWork?.startHeldWork()
        awaitOrder(settling)
        // ORDER: read before the jobs run. What ends afterwards may have enqueued more.
        let hadBriefWork = externalWork?.hasBriefWork == true
        let hadLastingWork = externalWork?.hasLastingWork == true
        holdingExternalWork { drain(acceptingExternalJobs: true) }
        // The jobs that ran may have handed over more.
        let hasStarted = externalWork?.startHeldWork() == true
        if let externalWork, !hadBriefWork, !hasStarted {
          forgetEndedWork(externalWork, hadLastingWork: hadLastingWork)
        }
        guard hadBriefWork || isWaitingForOtherThreads else { return true }
        guard !settling.hasEnded else { break }
        _ = core.executor.waitForExternalJob(until: settling.deadline) {
          settling.interrupt.isRequested || !isWaitingForOtherThreads || hasAllWorkEnded
        }
      }
      if !settling.interrupt.isRequested {
        externalWork?.forgetBriefWork()
        outlivingEffects.formUnion(cancelledEffectsWithWork)
      }
      return !effects.contains { $0.status == .external }
    }
  }

  /// Waits until the work that has begun has resumed what it resumes, so that the order of the jobs does
  /// not depend on time. Work that does not end in half of the command's time is not waited for.
  private func awaitOrder(_ settling: Settling) {
    guard let externalWork = core.executor.externalWork else { return }
    while externalWork.mayResumeEffects, !settling.interrupt.isRequested,
      ContinuousClock.now < settling.middle
    {
      // Work that others wait for may be on the main queue.
      runMainThread()
      _ = core.executor.waitForExternalJob(until: settling.middle, ignoringJobs: true) {
        settling.interrupt.isRequested || !externalWork.mayResumeEffects
      }
    }
  }

  /// Records that no other thread can act on the store, after its jobs have run and no block is left.
  /// Effects that still wait then wait for each other.
  ///
  /// ORDER: whether lasting work has ended depends on time, unless an effect waits for it. So it only
  /// counts then.
  private func forgetEndedWork(_ externalWork: ExternalWorkTracker, hadLastingWork: Bool) {
    guard core.executor.externalJobCount == 0 else { return }
    let isAwaited = effects.contains { $0.status == .external }
    guard !externalWork.hasHandedLastingWork || isAwaited && !hadLastingWork else { return }
    externalWork.forgetEndedWork()
  }

  /// Waits at most 200 ms for work that the prompt has started, which usually has ended by now. In a script,
  /// the 'settle' line waits for it.
  func recordSettle() {
    guard clockSync == nil else { return }
    awaitsEndOfWork = true
    _ = core.executor.waitForExternalJob(until: .now + .milliseconds(200)) { hasAllWorkEnded }
    forgetEndedWork()
  }

  /// Does after a line of a prompt what `settle` does in a script, as soon as all work has ended.
  func forgetEndedWork() {
    guard let externalWork = core.executor.externalWork, hasAllWorkEnded else { return }
    awaitsEndOfWork = false
    forgetEndedWork(externalWork, hadLastingWork: false)
  }

  private var hasAllWorkEnded: Bool {
    guard let externalWork = core.executor.externalWork else { return false }
    return !externalWork.hasBriefWork && !externalWork.hasLastingWork
  }

  private var isWaitingForOtherThreads: Bool {
    effects.contains { $0.status == .external }
      || core.executor.externalWork?.hasBriefWork == true
      || !cancelledEffectsWithWork.isSubset(of: outlivingEffects)
  }

  /// The cancelled effects that have not ended, because they wait for work of another thread.
  private var cancelledEffectsWithWork: Set<Int> {
    Set(
      core.effects.lazy
        .filter { $0.isCancelled && $0.hasHandedWork && $0.status == .external }.map(\.id))
  }

  /// Called when the jobs of one input have reached the limit. Returns whether to run more.
  ///
  /// An effect that yields until another thread has done its work runs any number of jobs before that
  /// thread gets a processor. So only time limits the jobs while the store accepts external ones.
  func continuesBeyondWorkLimit(acceptingExternalJobs: Bool) -> Bool {
    guard acceptingExternalJobs, let externalWork = core.executor.externalWork,
      externalWork.hasStartedWork
    else {
      workLimit?.onExceeding()
      return true
    }
    externalWork.startHeldWork()
    if let settling, !settling.hasEnded { return true }
    core.executor.suspendReadyJobs()
    return false
  }
}
