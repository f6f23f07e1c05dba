/// The effects that one `send` started, and the effects started by their actions in turn.
///
/// SAFETY: mutable state is accessed only with the store's lock held, see `EffectRegistry.lock`.
package final class EffectGroup: @unchecked Sendable {
  private typealias Member = (number: Int, task: Task<Void, Never>)

  private let executor: StoreExecutor
  private let registry: EffectRegistry

  // SAFETY: each access holds the lock, and no foreign code runs during an access.
  /// The first effect in flight. PERFORMANCE: stored apart from `others`, because most groups have
  /// one effect.
  @exclusivity(unchecked)
  private var first: Member?
  /// The other effects in flight, in ascending order of their numbers.
  @exclusivity(unchecked)
  private var others: [Member] = []
  @exclusivity(unchecked)
  private var waiters: [CheckedContinuation<Void, Never>] = []
  @exclusivity(unchecked)
  private var wasCancelled = false

  init(executor: StoreExecutor, registry: EffectRegistry) {
    self.executor = executor
    self.registry = registry
  }

  var isCancelled: Bool { registry.lock.withLock { _ in wasCancelled } }

  /// Whether no effect of the group is in flight.
  var isFinished: Bool { registry.lock.withLock { _ in isEmpty } }

  /// The value of `isFinished`. The caller must hold the lock.
  private var isEmpty: Bool { first == nil && others.isEmpty }

  func insert(_ id: Int, _ task: Task<Void, Never>) {
    registry.lock.withLock { _ in
      if isEmpty { first = (id, task) } else { others.append((id, task)) }
    }
  }

  func remove(_ id: Int) {
    let resumed = registry.lock.withLock { _ in
      if first?.number == id {
        first = nil
      } else if let index = others.binarySearch(for: id, by: \.number) {
        others.remove(at: index)
      }
      guard isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { self.waiters = [] }
      return self.waiters
    }
    for continuation in resumed { continuation.resume() }
  }

  /// Cancels the effects in flight.
  package func cancel() {
    let members = registry.lock.withLock { _ -> [Member] in
      wasCancelled = true
      return (first.map { [$0] } ?? []) + others
    }
    for (_, task) in members { task.cancel() }
  }

  /// Waits until all effects have finished. Cancelling the waiting task cancels them.
  package func finish(isolation: isolated (any Actor)? = #isolation) async {
    // PERFORMANCE: stays on the caller's actor, because leaving it and returning wakes two threads.
    //
    // A caller on the main actor runs the effects itself, so that no further job is enqueued there.
    if isolation === MainActor.shared { await drain() }
    if isFinished { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFinished = registry.lock.withLock { _ in
          if !isEmpty { waiters.append(continuation) }
          return isEmpty
        }
        if isFinished { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  @MainActor
  private func drain() {
    guard executor.isLive else { return }
    executor.drain(acceptingExternalJobs: true, limit: MainActorDrain.limit)
  }
}
