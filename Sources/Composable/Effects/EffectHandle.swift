/// An in-flight effect of a store, with the waits of its tasks.
///
/// SAFETY: `@unchecked Sendable` because mutable state is accessed only under
/// `EffectRegistry.lock`. `InFlightEffect` documents the state that it adds. PERFORMANCE: all
/// effects of a store share that lock, so starting an effect creates none.
package class EffectHandle: @unchecked Sendable {
  /// 1, 2, ... in the order in which the store's effects start.
  package let id: Int
  /// The executor of its tasks.
  let executor: StoreExecutor
  /// The effects that the same `send` started.
  let group: EffectGroup
  /// The store of the effect.
  let host: any EffectHost
  /// State that the store's effects share.
  let registry: EffectRegistry

  // SAFETY: exclusivity is unchecked for the five properties below, because the lock is held
  // during each access and no foreign code runs under it.
  @exclusivity(unchecked)
  private var activeWaits: [(token: Int, wait: EffectWait)] = []
  @exclusivity(unchecked)
  private var lastToken = 0
  @exclusivity(unchecked)
  private var hasFinished = false
  @exclusivity(unchecked)
  private var recordedEvidence: [String] = []
  @exclusivity(unchecked)
  private var hasCompleteEvidence = false
  @exclusivity(unchecked)
  private var didHandOverWork = false

  init(
    id: Int, executor: StoreExecutor, group: EffectGroup, host: any EffectHost,
    registry: EffectRegistry
  ) {
    self.id = id
    self.executor = executor
    self.group = group
    self.host = host
    self.registry = registry
  }

  /// The current waits of the effect's tasks, oldest first.
  package var currentWaits: [EffectWait] {
    registry.lock.withLock { _ in activeWaits.map(\.wait) }
  }

  /// Registers a wait of one of the effect's tasks. Returns its token.
  package func beginWait(_ wait: EffectWait) -> Int {
    registry.lock.withLock { _ in
      lastToken += 1
      activeWaits.append((token: lastToken, wait: wait))
      return lastToken
    }
  }

  /// Removes a wait. ORDER: must be called before the waiting task is resumed.
  package func endWait(_ token: Int) {
    registry.lock.withLock { _ in activeWaits.removeAll { $0.token == token } }
  }

  /// What the effect did that makes it depend on other threads, in order, each once.
  var evidence: [String] { registry.lock.withLock { _ in recordedEvidence } }

  func addEvidence(_ text: String) {
    registry.lock.withLock { _ in
      guard !hasCompleteEvidence, !recordedEvidence.contains(text) else { return }
      recordedEvidence.append(text)
    }
  }

  /// Records no more evidence, because what the effect does from now on depends on time.
  func completeEvidence() { registry.lock.withLock { _ in hasCompleteEvidence = true } }

  /// Whether it handed work to another thread.
  var hasHandedWork: Bool { registry.lock.withLock { _ in didHandOverWork } }

  func recordHandedWork() {
    registry.lock.withLock { _ in didHandOverWork = true }
  }

  package var isFinished: Bool { registry.lock.withLock { _ in hasFinished } }

  func finish() {
    registry.lock.withLock { _ in hasFinished = true }
  }

  /// Whether it was cancelled. Only the owner of the store may call it. Abstract; default: `false`.
  var wasCancelled: Bool { false }

  /// Suspends the current task until external jobs are accepted, if its job is external.
  package func suspendExternalJob(isolation: isolated (any Actor)? = #isolation) async {
    await executor.suspendExternalJob()
  }
}
