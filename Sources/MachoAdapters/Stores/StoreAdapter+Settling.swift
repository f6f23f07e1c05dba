import Composable
import MachoSessions

/// A command that waits in real time for other threads.
struct Settling {
  let deadline: ContinuousClock.Instant
  let interrupt: Interrupt

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
    return operate {
      while true {
        externalWork?.startHeldWork()
        // ORDER: read before the jobs run. A block that ends afterwards may have enqueued more.
        let hadAwaitedBlocks = externalWork?.hasAwaitedBlocks == true
        holdingExternalWork { drain(acceptingExternalJobs: true) }
        // The jobs that ran may have handed over more.
        externalWork?.startHeldWork()
        guard hadAwaitedBlocks || isWaitingForOtherThreads else { return true }
        guard !settling.hasEnded else { break }
        _ = core.executor.waitForExternalJob(until: settling.deadline) {
          settling.interrupt.isRequested || !isWaitingForOtherThreads
        }
      }
      if !settling.interrupt.isRequested {
        externalWork?.forgetAwaitedBlocks()
        outlivingEffects.formUnion(cancelledEffectsWithWork)
      }
      return !effects.contains { $0.status == .external }
    }
  }

  private var isWaitingForOtherThreads: Bool {
    effects.contains { $0.status == .external }
      || core.executor.externalWork?.hasAwaitedBlocks == true
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
