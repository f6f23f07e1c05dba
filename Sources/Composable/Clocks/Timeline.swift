/// Somebody who waits for a time to come: a task that sleeps, or a scheduled action.
struct Sleeper<Instant: Comparable & Sendable>: Sendable {
  let id: Int
  let deadline: Instant
  let effect: EffectHandle?
  /// Ends the sleep; with an error if it was cancelled.
  let resume: @Sendable ((any Error)?) -> Void
  var wait: Int?

  init(
    id: Int, deadline: Instant, identity: EffectHandle? = EffectContext.current,
    resume: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.id = id
    self.deadline = deadline
    self.effect = identity
    self.resume = resume
  }

  /// Ends the sleep. Called once, by whoever took the sleeper out of the timeline.
  func wake(throwing error: (any Error)? = nil) {
    if let wait { effect?.endWait(wait) }
    resume(error)
  }
}

/// The time of a controlled clock or scheduler and who waits for it.
///
/// A sleeper is in here from its registration until it is taken out, under the owner's lock,
/// either because its deadline is reached or because it is cancelled; whoever takes it out
/// resumes it, so each is resumed exactly once.
struct Timeline<Instant: Comparable & Sendable>: Sendable {
  private(set) var now: Instant
  /// Whether anybody who lives by it has asked for the time.
  var wasUsed = false
  /// By deadline and then by number.
  private var sleepers: [Sleeper<Instant>] = []
  /// Cancelled before they were registered.
  private var cancelled: Set<Int> = []
  private var lastID = 0

  init(now: Instant) {
    self.now = now
  }

  var nextDeadline: Instant? { sleepers.first?.deadline }

  /// The effects that sleep here now.
  var effects: [EffectHandle] { sleepers.compactMap(\.effect) }

  /// Whether somebody waits, and all who do are effects of stores that say when they rest.
  var containsOnlyStoreEffects: Bool {
    !sleepers.isEmpty && sleepers.allSatisfy { $0.effect?.executor.ownership == .mainActor }
  }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Registers a sleeper, or says that it must not sleep, and with what it is to be resumed.
  mutating func beginSleep(_ sleeper: Sleeper<Instant>, wait: EffectWait?) -> ImmediateWake? {
    if cancelled.remove(sleeper.id) != nil { return ImmediateWake(error: CancellationError()) }
    if sleeper.deadline <= now { return ImmediateWake(error: nil) }
    register(sleeper, wait: wait)
    return nil
  }

  /// Why somebody does not sleep: it is over already, or cancelled.
  struct ImmediateWake {
    let error: (any Error)?
  }

  /// Registers a sleeper, also one whose time has come: it waits for time to be told to pass.
  mutating func register(_ sleeper: Sleeper<Instant>, wait: EffectWait?) {
    var sleeper = sleeper
    if let wait { sleeper.wait = sleeper.effect?.beginWait(wait) }
    let index = sleepers.firstIndex {
      $0.deadline > sleeper.deadline || ($0.deadline == sleeper.deadline && $0.id > sleeper.id)
    }
    sleepers.insert(sleeper, at: index ?? sleepers.endIndex)
  }

  /// Takes a sleeper out because it is cancelled.
  mutating func remove(_ id: Int) -> Sleeper<Instant>? {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return nil }
    return sleepers.remove(at: index)
  }

  /// Takes a sleeper out because its task is cancelled, which may be before it is registered.
  mutating func cancel(_ id: Int) -> Sleeper<Instant>? {
    if let sleeper = remove(id) { return sleeper }
    cancelled.insert(id)
    return nil
  }

  /// Drops a cancellation that came after its sleeper was woken.
  mutating func discardCancellation(_ id: Int) {
    cancelled.remove(id)
  }

  /// Moves time to the next deadline that is not after `limit`, and takes its first sleeper out.
  mutating func dequeueNext(upTo limit: Instant) -> Sleeper<Instant>? {
    guard let first = sleepers.first, first.deadline <= limit else { return nil }
    now = max(now, first.deadline)
    return sleepers.removeFirst()
  }

  /// Moves time on, never back.
  mutating func advance(to instant: Instant) {
    now = max(now, instant)
  }
}
