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
  private let sink: ActionSink<Action>
  private let effect: EffectHandle

  init(_ outlet: ActionSink<Action>, from effect: EffectHandle) {
    self.sink = outlet
    self.effect = effect
  }

  /// Sends an action, unless the task was cancelled.
  public func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    // Nothing suspends between the question and the call, so the thread stays the owner's.
    if sink.isOnOwnerThread {
      sink.deliverOnOwnerThread(action, from: effect)
    } else {
      await sink.deliver(action, from: effect)
    }
  }

  /// A `Send` of another kind of action.
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child>(MappedActionSink(sink, transform), from: effect)
  }

  /// A `Send` of the same effect that hands its actions to a closure.
  func redirected(_ deliver: @escaping @Sendable (sending Action) async -> Void) -> Send {
    Send(ClosureActionSink(deliver), from: effect)
  }
}
