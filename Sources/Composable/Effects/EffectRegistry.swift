import MachoLocks

/// State that the effects of one store share: blocks of `withTaskCancellation` and windows of
/// `throttle`.
final class EffectRegistry: Sendable {
  /// The registry of tasks that belong to no store.
  static let withoutStore = EffectRegistry()
  /// All registries: of the stores, and of the tasks without one.
  private static let all = Lock<[ObjectIdentifier: WeakRegistry]>([:])

  private struct WeakRegistry: Sendable {
    weak let registry: EffectRegistry?
  }

  init() {
    Self.all.withLock { $0[ObjectIdentifier(self)] = WeakRegistry(registry: self) }
  }

  deinit {
    Self.all.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  /// Cancels the effects and the blocks with an identifier in all stores.
  static func cancelEverywhere(_ id: CancelID) {
    // ORDER: not under the lock, because the last reference to a registry may be released here.
    let registries = all.withLock { $0.values.map(\.registry) }
    withoutStore.cancel(id)
    for registry in registries where registry !== withoutStore { registry?.cancel(id) }
  }

  /// The registry of the current task's store.
  static var current: EffectRegistry { EffectContext.current?.registry ?? withoutStore }

  /// Cancels effects of the store. The store's core sets it once.
  private let cancelHandler = Lock<(@Sendable (CancelID) -> Void)?>(nil)
  /// Blocks by the identifiers that cancel them.
  private let blocks = Lock<[CancelID: [CancellableBlock]]>([:])
  let windows = ThrottleWindows()
  /// Guards the state of effects (`EffectHandle`) and groups (`EffectGroup`) that any thread may
  /// change. ORDER: code that holds it acquires no other lock.
  let lock = Lock(())

  func setCancelHandler(_ cancel: @escaping @Sendable (CancelID) -> Void) {
    cancelHandler.withLock { $0 = cancel }
  }

  /// Cancels the effects and the blocks with an identifier.
  func cancel(_ id: CancelID) {
    // ORDER: cancels the blocks immediately, on any thread, so that blocks that start later are not
    // affected.
    cancelBlocks(id)
    cancelHandler.withLock({ $0 })?(id)
  }

  /// Cancels the blocks with an identifier.
  func cancelBlocks(_ id: CancelID) {
    let cancelled = blocks.withLock { $0.removeValue(forKey: id) }
    // ORDER: not under the lock, because a cancellation handler may use this registry again.
    for block in cancelled ?? [] { block.cancel() }
  }

  func insert(_ block: CancellableBlock) {
    blocks.withLock { blocks in
      for id in block.id.matchingIDs { blocks[id, default: []].append(block) }
    }
  }

  func remove(_ block: CancellableBlock) {
    blocks.withLock { blocks in
      for id in block.id.matchingIDs {
        guard var others = blocks.removeValue(forKey: id) else { continue }
        others.removeAll { $0 === block }
        if !others.isEmpty { blocks[id] = others }
      }
    }
  }
}

/// The operation of one call of `withTaskCancellation`.
final class CancellableBlock: Sendable {
  private enum State: Sendable {
    case starting
    case running(@Sendable () -> Void)
    case cancelled
  }

  let id: CancelID
  private let state = Lock(State.starting)

  init(_ id: CancelID) {
    self.id = id
  }

  /// Stores how to cancel the operation. Cancels it immediately if it is already cancelled.
  func setRunning(cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .running(cancel)
      return false
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let old = state.withLock { state in
      defer { state = .cancelled }
      return state
    }
    if case .running(let cancel) = old { cancel() }
  }
}
