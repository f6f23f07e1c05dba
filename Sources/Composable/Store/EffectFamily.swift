import MachoLocks

/// The effects that one `send` started, and those that their actions started in turn.
package final class EffectFamily: Sendable {
  private struct Members: Sendable {
    /// By the numbers of the effects, which grow.
    var tasks: [(number: Int, task: Task<Void, Never>)] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isCancelled = false
  }

  private let executor: StoreExecutor
  private let members = Lock(Members())

  init(executor: StoreExecutor) {
    self.executor = executor
  }

  var isCancelled: Bool { members.withLock { $0.isCancelled } }

  /// Whether none of them is in flight.
  var isDone: Bool { members.withLock { $0.tasks.isEmpty } }

  func join(_ id: Int, _ task: Task<Void, Never>) {
    members.withLock { $0.tasks.append((id, task)) }
  }

  func leave(_ id: Int) {
    let waiting = members.withLock { members in
      if let index = members.tasks.position(of: id, by: \.number) {
        members.tasks.remove(at: index)
      }
      guard members.tasks.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { members.waiting = [] }
      return members.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Cancels those that are in flight.
  package func cancel() {
    let tasks = members.withLock {
      $0.isCancelled = true
      return $0.tasks
    }
    for (_, task) in tasks { task.cancel() }
  }

  /// Waits until all have ended. Cancelling the waiting task cancels them.
  package func finish(isolation: isolated (any Actor)? = #isolation) async {
    // On the caller's actor throughout: to leave it and come back costs two threads' wake-ups.
    // Who waits on the main actor may as well run them, and needs no turn of it then.
    if isolation === MainActor.shared { await drain() }
    if isDone { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = members.withLock {
          if !$0.tasks.isEmpty { $0.waiting.append(continuation) }
          return $0.tasks.isEmpty
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
