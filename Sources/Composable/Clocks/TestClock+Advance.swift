extension TestClock {
  /// Lets time pass, and wakes who sleeps until then, one deadline after the other.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Lets time pass up to an instant.
  public func advance(to deadline: Instant) async {
    await settle()
    while let sleeper = wakeNext(upTo: deadline) { await settle(sleeper.identity) }
    timeline.withLock { $0.move(to: deadline) }
  }

  /// Lets time pass until nobody sleeps any more.
  public func run() async {
    await settle()
    while let deadline = timeline.withLock({ $0.nextDeadline }) {
      await advance(to: deadline)
    }
  }

  /// Lets those who were woken go on until they sleep or end.
  ///
  /// Of a store that is drained on the main actor this is known: its queue is empty. Of a task
  /// that belongs to no store nothing is known, so it gets a number of turns. Who drains a store by
  /// hand uses the synchronous forms, which are exact.
  private func settle(_ woken: EffectIdentity? = nil) async {
    for _ in 0..<20 {
      await Task.detached(priority: .background) { await Task.yield() }.value
    }
    let identities = timeline.withLock { $0.identities } + (woken.map { [$0] } ?? [])
    for identity in identities { await identity.executor?.quiesce() }
  }

  /// Lets time pass and calls `drain` after each sleeper that is woken.
  package func advance(by duration: Duration, drain: () -> Void) {
    advance(to: now.advanced(by: duration), drain: drain)
  }

  /// Lets time pass up to an instant and calls `drain` after each sleeper that is woken.
  package func advance(to deadline: Instant, drain: () -> Void) {
    drain()
    while wakeNext(upTo: deadline) != nil { drain() }
    timeline.withLock { $0.move(to: deadline) }
  }

  /// How long it is until the next deadline, if anybody sleeps.
  package var nextDeadline: Duration? {
    timeline.withLock { timeline in
      timeline.nextDeadline.map { timeline.now.duration(to: $0) }
    }
  }

  private func wakeNext(upTo deadline: Instant) -> Sleeper<Instant>? {
    guard let sleeper = timeline.withLock({ $0.takeNext(upTo: deadline) }) else { return nil }
    // Outside of the lock: what resumes may sleep again at once.
    sleeper.wake()
    return sleeper
  }
}
