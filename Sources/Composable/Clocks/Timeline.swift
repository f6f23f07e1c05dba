/// A sleeping task or a scheduled action.
struct Sleeper<Instant: Comparable & Sendable>: Sendable {
  let id: Int
  let deadline: Instant
  let effect: EffectHandle?
  /// Ends the sleep. Receives an error if the sleep was cancelled.
  let resume: @Sendable ((any Error)?) -> Void
  var wait: Int?

  init(
    id: Int, deadline: Instant, effect: EffectHandle? = EffectContext.current,
    resume: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.id = id
    self.deadline = deadline
    self.effect = effect
    self.resume = resume
  }

  /// Ends the sleep. The code that removed the sleeper from the timeline calls this once.
  func wake(throwing error: (any Error)? = nil) {
    if let wait { effect?.endWait(wait) }
    if let effect { effect.resumingTask { resume(error) } } else { resume(error) }
  }
}

/// The time of a test clock or test scheduler, with its sleepers.
///
/// A sleeper is in here from its registration until its deadline or its cancellation. It is removed
/// under the owner's lock, and the code that removes it resumes it. Each sleeper is therefore
/// resumed exactly once.
struct Timeline<Instant: Comparable & Sendable>: Sendable {
  private(set) var now: Instant
  /// Whether the time was read.
  var wasUsed = false
  /// Ordered by deadline, then by identifier.
  private var sleepers: [Sleeper<Instant>] = []
  /// Identifiers of sleepers that were cancelled before their registration.
  private var cancelled: Set<Int> = []
  private var lastID = 0

  init(now: Instant) {
    self.now = now
  }

  var nextDeadline: Instant? { sleepers.first?.deadline }

  /// The effects of the sleepers.
  var effects: [EffectHandle] { sleepers.compactMap(\.effect) }

  /// Whether there are sleepers and all of them are effects of stores that the main actor owns.
  var containsOnlyStoreEffects: Bool {
    !sleepers.isEmpty && sleepers.allSatisfy { $0.effect?.executor.ownership == .mainActor }
  }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Registers a sleeper. If it is cancelled or its deadline has passed, returns how to resume it
  /// instead. As upstream, a deadline that is now waits for the next advance, even by zero.
  mutating func beginSleep(_ sleeper: Sleeper<Instant>, wait: EffectWait?) -> ImmediateWake? {
    if cancelled.remove(sleeper.id) != nil { return ImmediateWake(error: CancellationError()) }
    if sleeper.deadline < now { return ImmediateWake(error: nil) }
    register(sleeper, wait: wait)
    return nil
  }

  /// The outcome of a sleep that ends immediately: cancelled (with an error) or already over.
  struct ImmediateWake {
    let error: (any Error)?
  }

  /// Registers a sleeper. One whose deadline has passed waits for the next advance.
  mutating func register(_ sleeper: Sleeper<Instant>, wait: EffectWait?) {
    var sleeper = sleeper
    if let wait { sleeper.wait = sleeper.effect?.beginWait(wait) }
    let index = sleepers.firstIndex {
      $0.deadline > sleeper.deadline || ($0.deadline == sleeper.deadline && $0.id > sleeper.id)
    }
    sleepers.insert(sleeper, at: index ?? sleepers.endIndex)
  }

  /// Removes and returns a cancelled sleeper.
  mutating func remove(_ id: Int) -> Sleeper<Instant>? {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return nil }
    return sleepers.remove(at: index)
  }

  /// Removes and returns the sleeper of a cancelled task. Remembers the cancellation if the sleeper
  /// is not registered yet.
  mutating func cancel(_ id: Int) -> Sleeper<Instant>? {
    if let sleeper = remove(id) { return sleeper }
    cancelled.insert(id)
    return nil
  }

  /// Discards a cancellation that came after its sleeper was woken.
  mutating func discardCancellation(_ id: Int) {
    cancelled.remove(id)
  }

  /// Advances to the next deadline, at most to `limit`, and removes and returns its first sleeper.
  mutating func dequeueNext(upTo limit: Instant) -> Sleeper<Instant>? {
    guard let first = sleepers.first, first.deadline <= limit else { return nil }
    now = max(now, first.deadline)
    return sleepers.removeFirst()
  }

  /// Advances to the next deadline, at most to `limit`. Returns the effects of the sleepers that are
  /// due then, in order.
  mutating func advanceToNextDeadline(upTo limit: Instant) -> [EffectHandle?] {
    guard let first = sleepers.first, first.deadline <= limit else { return [] }
    now = max(now, first.deadline)
    return dueEffects
  }

  /// The effects of the sleepers whose deadline has come, in order.
  var dueEffects: [EffectHandle?] { sleepers.prefix { $0.deadline <= now }.map(\.effect) }

  /// Removes and returns one of the sleepers whose deadline has come.
  mutating func dequeueDue(at index: Int) -> Sleeper<Instant> { sleepers.remove(at: index) }

  /// Advances to `instant`. Never moves the time back.
  mutating func advance(to instant: Instant) {
    now = max(now, instant)
  }
}
