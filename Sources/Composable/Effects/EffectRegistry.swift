import MachoLocks

/// What the effects of one store share beside its state: blocks of `withTaskCancellation`, and
/// the windows of `throttle`.
final class EffectRegistry: Sendable {
  /// That of the tasks that belong to no store.
  static let withoutStore = EffectRegistry()

  /// That of the store to which the running task belongs.
  static var current: EffectRegistry { EffectContext.current?.registry ?? withoutStore }

  /// Cancels the effects of the store; set once, by the store's core.
  private let cancelHandler = Lock<(@Sendable (CancelID) -> Void)?>(nil)
  /// By what cancels them.
  private let blocks = Lock<[CancelID: [CancellableBlock]]>([:])
  let windows = ThrottleWindows()
  /// Guards what any thread may change of an effect, see `EffectHandle`, and of those that were
  /// started together, see `EffectGroup`. Whoever holds it asks for no other lock.
  let lock = Lock(())

  func setCancelHandler(_ cancel: @escaping @Sendable (CancelID) -> Void) {
    cancelHandler.withLock { $0 = cancel }
  }

  /// Cancels the effects and the blocks with an identifier.
  func cancel(_ id: CancelID) {
    // The blocks at once, from whatever thread: one that begins after this is not meant.
    cancelBlocks(id)
    cancelHandler.withLock({ $0 })?(id)
  }

  /// Cancels the blocks with an identifier.
  func cancelBlocks(_ id: CancelID) {
    let cancelled = blocks.withLock { $0.removeValue(forKey: id) }
    // Outside of the lock: a cancellation handler may use this again.
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

/// The operation of one `withTaskCancellation`.
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

  /// Takes note of how to cancel the operation, which may have been cancelled before.
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
