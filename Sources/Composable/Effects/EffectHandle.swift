/// One effect of one store, while it lives, and what its tasks wait for.
///
/// `@unchecked Sendable`: what is no constant here is touched with the store's lock held alone, see
/// `EffectRegistry.lock`; it is one for all effects, so that an effect is born without any of its own.
/// What a `InFlightEffect` adds is told there.
package class EffectHandle: @unchecked Sendable {
  /// 1, 2, ... in the order of birth within the store.
  package let id: Int
  /// Where its tasks run.
  let executor: StoreExecutor
  /// Those who were started by the same `send`.
  let group: EffectGroup
  /// The way back to its store.
  let host: any EffectHost
  /// What it shares with the other effects of its store.
  let registry: EffectRegistry

  // Unchecked, all three: the lock is held, and no code of anybody else runs meanwhile.
  @exclusivity(unchecked)
  private var activeWaits: [(token: Int, wait: EffectWait)] = []
  @exclusivity(unchecked)
  private var lastToken = 0
  @exclusivity(unchecked)
  private var hasFinished = false

  init(
    id: Int, executor: StoreExecutor, family: EffectGroup, door: any EffectHost,
    storage: EffectRegistry
  ) {
    self.id = id
    self.executor = executor
    self.group = family
    self.host = door
    self.registry = storage
  }

  /// What the effect's tasks wait for now, the oldest first.
  package var currentWaits: [EffectWait] {
    registry.lock.withLock { _ in activeWaits.map(\.wait) }
  }

  /// Registers that one of the effect's tasks waits from now on.
  package func beginWait(_ wait: EffectWait) -> Int {
    registry.lock.withLock { _ in
      lastToken += 1
      activeWaits.append((token: lastToken, wait: wait))
      return lastToken
    }
  }

  /// Registers that a wait is over. Whoever ends it calls this before the task is resumed.
  package func endWait(_ token: Int) {
    registry.lock.withLock { _ in activeWaits.removeAll { $0.token == token } }
  }

  var isFinished: Bool { registry.lock.withLock { _ in hasFinished } }

  func finish() {
    registry.lock.withLock { _ in hasFinished = true }
  }
}
