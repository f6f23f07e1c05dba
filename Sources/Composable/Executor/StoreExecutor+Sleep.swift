#if MACHO_LINUX
  import Dispatch
  @_spi(ExperimentalScheduling) import _Concurrency

  // The runtime asks the executor of a sleeping task to wake it. With this conformance the end of a
  // sleep by the wall clock is an external job, held until it is accepted. Without it, another
  // thread would resume the sleeper. After a short sleep that can happen before the task has
  // suspended: no job would be enqueued, and the external work would not be detected.
  extension StoreExecutor: SchedulingExecutor {
    // Serial, so that it has its own thread even while tasks keep the global queue busy. Sleeps
    // that end together then arrive in the order in which they began.
    private static let timerQueue = DispatchQueue(label: sleepQueueLabel)

    package func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      // Clocks with other types of durations wake their sleepers themselves.
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

extension StoreExecutor {
  /// The label of the queue that ends sleeps by the wall clock. It is not printed.
  static let sleepQueueLabel = "macho.sleep"
}
