/// How an effect sends actions back to its store.
///
/// `await send(.response)` may be called from any task and any isolation: the action is reduced
/// on the store's executor, before the call returns. After a cancellation nothing is sent.
public struct Send<Action>: Sendable {
  // An isolation of its own stands in the closure, not in this type, so that a form for closures
  // isolated to the main actor can be added beside this one.
  private let deliver: @Sendable (sending Action) async -> Void

  init(_ deliver: @escaping @Sendable (sending Action) async -> Void) {
    self.deliver = deliver
  }

  /// Sends an action, unless the task was cancelled.
  public func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    await deliver(action)
  }

  /// A `Send` of another kind of action.
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [deliver] child in
      // The closure is `@Sendable` and the child's action is given up here, so nobody else can
      // reach what `transform` made of it; the checker cannot see that through a generic closure.
      nonisolated(unsafe) let action = transform(child)
      await deliver(action)
    }
  }
}
