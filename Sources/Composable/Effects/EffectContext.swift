import MachoLocks

/// What an effect waits for, as far as the runtime controls it.
package enum EffectWait: Sendable {
  /// The controlled clock: the deadline, as time since the clock's start, and what is left now.
  case asleep(until: Duration, remaining: @Sendable () -> Duration)
  /// A named thing that somebody will give: a pending stub.
  case pending(String)
}

/// Which effect the running task belongs to. Child tasks and unstructured tasks inherit it.
package enum EffectContext {
  @TaskLocal package static var current: EffectIdentity?

  /// Runs `body` and lets the current effect, if there is one, show that it waits meanwhile.
  package static func waiting<Result>(
    for wait: EffectWait, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let identity = current else { return try await body() }
    let token = identity.beginWait(wait)
    defer { identity.endWait(token) }
    return try await body()
  }
}

/// What the tasks of an effect can ask of the store that it belongs to.
protocol EffectDoor: AnyObject, Sendable {
  /// Makes the child go that the effect belongs to.
  func dismiss(_ child: CancelID, from identity: EffectIdentity) async

  /// Cancels all effects of the store.
  func cancelAll() async
}

/// One effect of one store, while it lives, and what its tasks wait for.
package final class EffectIdentity: Sendable {
  /// 1, 2, ... in the order of birth within the store.
  package let id: Int

  private struct Waits: Sendable {
    var pending: [(token: Int, wait: EffectWait)] = []
    var nextToken = 0
    var isFinished = false
  }

  /// Where its tasks run, if it is a store's.
  let executor: StoreExecutor?
  /// Those who were started by the same `send`.
  let family: EffectFamily?
  /// The way back to its store.
  let door: (any EffectDoor)?
  /// What it shares with the other effects of its store.
  let storage: EffectStorage

  private let waits = Lock(Waits())

  package convenience init(id: Int) {
    self.init(id: id, executor: nil, family: nil, door: nil, storage: EffectStorage())
  }

  init(
    id: Int, executor: StoreExecutor?, family: EffectFamily?, door: (any EffectDoor)?,
    storage: EffectStorage
  ) {
    self.id = id
    self.executor = executor
    self.family = family
    self.door = door
    self.storage = storage
  }

  /// What the effect's tasks wait for now, the oldest first.
  package var current: [EffectWait] {
    waits.withLock { $0.pending.map(\.wait) }
  }

  /// Registers that one of the effect's tasks waits from now on.
  package func beginWait(_ wait: EffectWait) -> Int {
    waits.withLock {
      $0.nextToken += 1
      $0.pending.append((token: $0.nextToken, wait: wait))
      return $0.nextToken
    }
  }

  /// Registers that a wait is over. Whoever ends it calls this before the task is resumed.
  package func endWait(_ token: Int) {
    waits.withLock { $0.pending.removeAll { $0.token == token } }
  }

  var isFinished: Bool { waits.withLock { $0.isFinished } }

  func finish() {
    waits.withLock { $0.isFinished = true }
  }
}
