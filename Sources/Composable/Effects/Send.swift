/// How an effect sends actions back to its store.
///
/// `await send(.response)` may be called from any task and any isolation: the action is reduced
/// on the store's executor, before the call returns. After a cancellation nothing is sent.
///
/// Upstream's is isolated to the main actor, so that each send is a hop there and one from the main
/// actor needs no `await`. Here it needs one everywhere: an effect stays on its store's executor,
/// whose order is the only one. (An overload for the main actor would be chosen by the compiler
/// in other places too, `await` or not, and take effects out of that order unseen.)
public struct Send<Action>: Sendable {
  private let deliver: @Sendable (sending Action) async -> Void
  /// Whose thread may take the short way, if there is one: it has no asynchronous call, as each of
  /// them costs two looks at where the task is to run.
  private let executor: StoreExecutor?
  private let deliverHere: (@Sendable (Action) -> Void)?

  init(_ deliver: @escaping @Sendable (sending Action) async -> Void) {
    self.deliver = deliver
    (executor, deliverHere) = (nil, nil)
  }

  /// Delivers by `here` on the thread that owns the executor, and by `elsewhere` on others.
  init(
    on executor: StoreExecutor, here: @escaping @Sendable (Action) -> Void,
    elsewhere: @escaping @Sendable (sending Action) async -> Void
  ) {
    deliver = elsewhere
    self.executor = executor
    deliverHere = here
  }

  /// Sends an action, unless the task was cancelled.
  public func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    // Nothing suspends between the question and the call, so the thread stays the owner's.
    if let executor, let deliverHere, executor.isOwnedByCurrentThread {
      deliverHere(action)
    } else {
      await deliver(action)
    }
  }

  /// A `Send` of another kind of action.
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    let elsewhere: @Sendable (sending Child) async -> Void = { [deliver] child in
      // The closure is `@Sendable` and the child's action is given up here, so nobody else can
      // reach what `transform` made of it; the checker cannot see that through a generic closure.
      nonisolated(unsafe) let action = transform(child)
      await deliver(action)
    }
    guard let executor, let deliverHere else { return Send<Child>(elsewhere) }
    return Send<Child>(
      on: executor, here: { deliverHere(transform($0)) }, elsewhere: elsewhere)
  }
}
