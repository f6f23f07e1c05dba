/// One effect of one store, while it lives, and what its tasks wait for.
///
/// `@unchecked Sendable`: what is no constant here is touched with the store's lock held alone, see
/// `EffectStorage.lock`; it is one for all effects, so that an effect is born without any of its own.
/// What a `LiveEffect` adds is told there.
package class EffectIdentity: @unchecked Sendable {
  /// 1, 2, ... in the order of birth within the store.
  package let id: Int
  /// Where its tasks run.
  let executor: StoreExecutor
  /// Those who were started by the same `send`.
  let family: EffectFamily
  /// The way back to its store.
  let door: any EffectDoor
  /// What it shares with the other effects of its store.
  let storage: EffectStorage

  // Unchecked, all three: the lock is held, and no code of anybody else runs meanwhile.
  @exclusivity(unchecked)
  private var waits: [(token: Int, wait: EffectWait)] = []
  @exclusivity(unchecked)
  private var lastToken = 0
  @exclusivity(unchecked)
  private var hasFinished = false

  init(
    id: Int, executor: StoreExecutor, family: EffectFamily, door: any EffectDoor,
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
    storage.lock.withLock { _ in waits.map(\.wait) }
  }

  /// Registers that one of the effect's tasks waits from now on.
  package func beginWait(_ wait: EffectWait) -> Int {
    storage.lock.withLock { _ in
      lastToken += 1
      waits.append((token: lastToken, wait: wait))
      return lastToken
    }
  }

  /// Registers that a wait is over. Whoever ends it calls this before the task is resumed.
  package func endWait(_ token: Int) {
    storage.lock.withLock { _ in waits.removeAll { $0.token == token } }
  }

  var isFinished: Bool { storage.lock.withLock { _ in hasFinished } }

  func finish() {
    storage.lock.withLock { _ in hasFinished = true }
  }
}
