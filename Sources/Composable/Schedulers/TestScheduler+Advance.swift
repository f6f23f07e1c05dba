#if canImport(Combine)
  public import Combine
#endif

extension TestScheduler {
  /// Lets time pass, and performs what is scheduled until then, one instant after the other.
  public func advance(by stride: SchedulerTimeType.Stride = .seconds(0)) {
    advance(to: now.advanced(by: stride))
  }

  /// Lets time pass up to an instant.
  public func advance(to instant: SchedulerTimeType) {
    time.advance(to: UnsafeTransfer(instant), drain: {})
  }

  /// Lets time pass until nothing is scheduled any more.
  public func run() {
    while let deadline = time.nextDeadline { time.advance(to: deadline, drain: {}) }
  }

  /// Lets time pass; who was woken goes on, and what it schedules is performed as well.
  @MainActor
  public func advance(by stride: SchedulerTimeType.Stride = .seconds(0)) async {
    await advance(to: now.advanced(by: stride))
  }

  /// Lets time pass up to an instant; who was woken goes on.
  @MainActor
  public func advance(to instant: SchedulerTimeType) async {
    await time.advance(to: UnsafeTransfer(instant))
  }

  /// Lets time pass until nothing is scheduled any more; who was woken goes on.
  @MainActor
  public func run() async {
    await time.waitUntilIdle()
    while let deadline = time.nextDeadline { await time.advance(to: deadline) }
  }

  /// Lets time pass and calls `drain` after whatever was performed.
  package func advance(by stride: SchedulerTimeType.Stride, drain: () -> Void) {
    time.advance(to: UnsafeTransfer(now.advanced(by: stride)), drain: drain)
  }
}
