/// A task that sleeps on a controlled clock.
struct Sleeper<Instant: InstantProtocol>: Sendable {
  let id: Int
  let deadline: Instant
  let continuation: UnsafeContinuation<Void, any Error>
  let identity: EffectIdentity?
  var wait: Int?

  init(
    id: Int, deadline: Instant, continuation: UnsafeContinuation<Void, any Error>,
    identity: EffectIdentity?
  ) {
    self.id = id
    self.deadline = deadline
    self.continuation = continuation
    self.identity = identity
  }

  /// Ends the sleep. Called once, by whoever took the sleeper out of the timeline.
  func wake(throwing error: (any Error)? = nil) {
    if let wait { identity?.endWait(wait) }
    if let error {
      continuation.resume(throwing: error)
    } else {
      continuation.resume()
    }
  }
}

/// The time of a controlled clock and who sleeps on it.
///
/// A sleeper is in here from its registration until it is taken out, under the clock's lock,
/// either because its deadline is reached or because its task is cancelled; whoever takes it out
/// resumes it, so each continuation is resumed exactly once.
struct Timeline<Instant: InstantProtocol & Sendable>: Sendable {
  private(set) var now: Instant
  /// By deadline and then in the order of registration.
  private var sleepers: [Sleeper<Instant>] = []
  /// Cancelled before they were registered.
  private var cancelled: Set<Int> = []
  private var lastID = 0

  init(now: Instant) {
    self.now = now
  }

  var nextDeadline: Instant? { sleepers.first?.deadline }

  /// The effects that sleep here now.
  var identities: [EffectIdentity] { sleepers.compactMap(\.identity) }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Registers a sleeper, or says how it is to be resumed at once.
  mutating func register(
    _ sleeper: Sleeper<Instant>, wait: EffectWait?
  ) -> (@Sendable (UnsafeContinuation<Void, any Error>) -> Void)? {
    if cancelled.remove(sleeper.id) != nil {
      return { $0.resume(throwing: CancellationError()) }
    }
    if sleeper.deadline <= now { return { $0.resume() } }
    var sleeper = sleeper
    if let wait { sleeper.wait = sleeper.identity?.beginWait(wait) }
    let index = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: index)
    return nil
  }

  /// Takes a sleeper out because its task is cancelled.
  mutating func cancel(_ id: Int) -> Sleeper<Instant>? {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
      cancelled.insert(id)
      return nil
    }
    return sleepers.remove(at: index)
  }

  /// Drops a cancellation that came after its sleeper was woken.
  mutating func forget(_ id: Int) {
    cancelled.remove(id)
  }

  /// Moves time to the next deadline that is not after `limit`, and takes its first sleeper out.
  mutating func takeNext(upTo limit: Instant) -> Sleeper<Instant>? {
    guard let first = sleepers.first, first.deadline <= limit else { return nil }
    now = max(now, first.deadline)
    return sleepers.removeFirst()
  }

  /// Moves time on, never back.
  mutating func move(to instant: Instant) {
    now = max(now, instant)
  }
}
