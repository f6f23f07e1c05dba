/// The effects that one `send` started, and those that their actions started in turn.
///
/// `@unchecked Sendable`: what is no constant is touched with the store's lock held alone, see
/// `EffectRegistry.lock`.
package final class EffectGroup: @unchecked Sendable {
  private typealias Member = (number: Int, task: Task<Void, Never>)

  private let executor: StoreExecutor
  private let registry: EffectRegistry

  // Unchecked, all: the lock is held, and no code of anybody else runs meanwhile.
  /// The first of those in flight; apart, as most families are of one.
  @exclusivity(unchecked)
  private var first: Member?
  /// The others by the numbers of the effects, which grow.
  @exclusivity(unchecked)
  private var others: [Member] = []
  @exclusivity(unchecked)
  private var waiters: [CheckedContinuation<Void, Never>] = []
  @exclusivity(unchecked)
  private var wasCancelled = false

  init(executor: StoreExecutor, storage: EffectRegistry) {
    self.executor = executor
    self.registry = storage
  }

  var isCancelled: Bool { registry.lock.withLock { _ in wasCancelled } }

  /// Whether none of them is in flight.
  var isFinished: Bool { registry.lock.withLock { _ in isEmpty } }

  /// The same, where the lock is held.
  private var isEmpty: Bool { first == nil && others.isEmpty }

  func insert(_ id: Int, _ task: Task<Void, Never>) {
    registry.lock.withLock { _ in
      if isEmpty { first = (id, task) } else { others.append((id, task)) }
    }
  }

  func remove(_ id: Int) {
    let waiting = registry.lock.withLock { _ in
      if first?.number == id {
        first = nil
      } else if let index = others.binarySearch(of: id, by: \.number) {
        others.remove(at: index)
      }
      guard isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { self.waiters = [] }
      return self.waiters
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Cancels those that are in flight.
  package func cancel() {
    let members = registry.lock.withLock { _ -> [Member] in
      wasCancelled = true
      return (first.map { [$0] } ?? []) + others
    }
    for (_, task) in members { task.cancel() }
  }

  /// Waits until all have ended. Cancelling the waiting task cancels them.
  package func finish(isolation: isolated (any Actor)? = #isolation) async {
    // On the caller's actor throughout: to leave it and come back costs two threads' wake-ups.
    // Who waits on the main actor may as well run them, and needs no turn of it then.
    if isolation === MainActor.shared { await drain() }
    if isFinished { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = registry.lock.withLock { _ in
          if !isEmpty { waiters.append(continuation) }
          return isEmpty
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  @MainActor
  private func drain() {
    guard executor.isLive else { return }
    executor.drain(admittingArrivals: true, limit: MainActorDrain.limit)
  }
}
