/// A function with which an effect sends actions back to its store.
///
/// `await send(.response)` may be called from any task and any isolation. The store's executor
/// reduces the action before the call returns. After a cancellation nothing is sent.
///
/// Upstream's type is isolated to the main actor: each send hops there, and a send from the main
/// actor needs no `await`. Here every send needs `await`, because an effect stays on its store's
/// executor, which alone determines the order. There is no overload for the main actor: the
/// compiler would also choose it elsewhere, with or without `await`, and effects would silently
/// leave that order.
public struct Send<Action>: Sendable {
  private let sink: ActionSink<Action>
  private let effect: EffectHandle

  init(_ sink: ActionSink<Action>, from effect: EffectHandle) {
    self.sink = sink
    self.effect = effect
  }

  /// Sends an action, unless the task was cancelled.
  public func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    // SAFETY: nothing suspends between the check and the call, so the thread remains the owner's.
    if sink.isOnOwnerThread {
      sink.deliverOnOwnerThread(action, from: effect)
    } else {
      await sink.deliver(action, from: effect)
    }
  }

  /// Sends an action from a callback. On the store's thread, the action is reduced before the call
  /// returns.
  package func sendFromCallback(_ action: Action) {
    let executor = effect.executor
    if sink.isOnOwnerThread {
      sink.deliverOnOwnerThread(action, from: effect)
    } else if case .mainActor = executor.ownership, MainActorContext.isCurrent,
      !executor.isOwnedByCurrentThread
    {
      executor.withOwnership { sink.deliverOnOwnerThread(action, from: effect) }
    } else {
      let action = UnsafeTransfer(action)
      Task(executorPreference: executor) { [self] in await self(action.value) }
    }
  }

  /// Returns a `Send` for actions of a child.
  func pullback<Child>(_ transform: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child>(MappedActionSink(sink, transform), from: effect)
  }

  /// Returns a `Send` of the same effect that passes its actions to a closure.
  func redirected(_ deliver: @escaping @Sendable (sending Action) async -> Void) -> Send {
    Send(ClosureActionSink(deliver), from: effect)
  }
}

/// What an effect of a reducer sends its actions with.
public typealias SendOf<R: _ReducerTypes> = Send<R.Action>
