extension TestClock {
  /// Lets time pass, and wakes who sleeps until then, one deadline after the other.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Lets time pass up to an instant.
  public func advance(to deadline: Instant) async {
    await settle()
    while wakeNext(upTo: deadline) { await settle() }
    timeline.withLock { $0.move(to: deadline) }
    await settle()
  }

  /// Lets time pass until nobody sleeps any more.
  public func run() async {
    await settle()
    while let deadline = timeline.withLock({ $0.nextDeadline }) {
      await advance(to: deadline)
    }
  }

  /// Lets tasks that are on executors of their own go on until they sleep or end. Who drains a
  /// store by hand has nothing to do with it: the synchronous forms are exact.
  private func settle() async {
    for _ in 0..<20 {
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
  }

  /// Lets time pass and calls `drain` after each sleeper that is woken.
  package func advance(by duration: Duration, drain: () -> Void) {
    advance(to: now.advanced(by: duration), drain: drain)
  }

  /// Lets time pass up to an instant and calls `drain` after each sleeper that is woken.
  package func advance(to deadline: Instant, drain: () -> Void) {
    drain()
    while wakeNext(upTo: deadline) { drain() }
    timeline.withLock { $0.move(to: deadline) }
  }

  /// How long it is until the next deadline, if anybody sleeps.
  package var nextDeadline: Duration? {
    timeline.withLock { timeline in
      timeline.nextDeadline.map { timeline.now.duration(to: $0) }
    }
  }

  private func wakeNext(upTo deadline: Instant) -> Bool {
    guard let sleeper = timeline.withLock({ $0.takeNext(upTo: deadline) }) else { return false }
    // Outside of the lock: what resumes may sleep again at once.
    sleeper.wake()
    return true
  }
}
