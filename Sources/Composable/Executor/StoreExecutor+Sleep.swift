#if os(Linux) && compiler(>=6.3)
  import Dispatch
  @_spi(ExperimentalScheduling) import _Concurrency

  // The runtime asks the executor of a sleeping task to wake it. With this the end of a sleep on a
  // wall clock is an arrival like any other, held until arrivals are admitted. Without it, another
  // thread would resume the sleeper, for a short sleep before it has even suspended: then nothing
  // would be enqueued, and the outside would have slipped in unseen.
  extension StoreExecutor: SchedulingExecutor {
    // Serial, so that it has a thread of its own also while tasks keep the global queue busy, and
    // sleeps that end together arrive in the order in which they began.
    private static let timerQueue = DispatchQueue(label: "macho.alarms")

    package func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      // A clock that measures in something else than seconds has its own way of waking.
      let delay = delay as? Duration ?? .zero
      let pending = PendingJob(job: UnownedJob(job), isMainActorJob: false)
      let nanoseconds = max(0, delay.nanoseconds)
      Self.timerQueue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
        self.enqueueExternal(pending)
      }
    }

    package func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }
  }
#endif
