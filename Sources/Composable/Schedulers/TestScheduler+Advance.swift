import ComposablePlatform

extension TestScheduler {
  /// Advances the time by `stride` and performs what becomes due, one instant at a time.
  public func advance(by stride: SchedulerTimeType.Stride = .seconds(0)) {
    advance(to: now.advanced(by: stride))
  }

  /// Advances the time to `instant` and performs what becomes due, one instant at a time.
  public func advance(to instant: SchedulerTimeType) {
    // SAFETY: here and below, an instant is a value that only the timeline compares.
    time.advance(to: UnsafeTransfer(instant), drain: {})
  }

  /// Advances the time until nothing is scheduled.
  public func run() {
    while let deadline = time.nextDeadline { time.advance(to: deadline, drain: {}) }
  }

  /// Advances the time by `stride`. Woken tasks run, and closures that they schedule are performed
  /// too.
  @MainActor
  public func advance(by stride: SchedulerTimeType.Stride = .seconds(0)) async {
    await advance(to: now.advanced(by: stride))
  }

  /// Advances the time to `instant`. Woken tasks run.
  @MainActor
  public func advance(to instant: SchedulerTimeType) async {
    await time.advance(to: UnsafeTransfer(instant))
  }

  /// Advances the time until nothing is scheduled. Woken tasks run.
  @MainActor
  public func run() async {
    await time.waitUntilIdle()
    while let deadline = time.nextDeadline { await time.advance(to: deadline) }
  }

  /// Advances the time by `stride` and calls `drain` after each closure that it performs.
  package func advance(by stride: SchedulerTimeType.Stride, drain: () -> Void) {
    time.advance(to: UnsafeTransfer(now.advanced(by: stride)), drain: drain)
  }
}
