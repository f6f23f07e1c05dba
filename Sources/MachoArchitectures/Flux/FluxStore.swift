/// A store whose state is changed only by the actions of a dispatcher.
///
/// ```swift
/// let store = FluxStore(ListState(), dispatcher: dispatcher) { state, action in
///   switch action {
///   case .loaded(let rows): state.rows = rows
///   case .failed: break
///   }
/// }
/// ```
///
/// Several stores may share a dispatcher. `after` names the stores that must be updated before this
/// one.
public final class FluxStore<State: Sendable, Action: Sendable>: Sendable {
  /// The store's registration token, for other stores to wait for.
  public let token: DispatchToken
  private let dispatcher: Dispatcher<Action>
  private let content: Observed<State>

  /// Creates a store and registers it with the dispatcher.
  public init(
    _ state: State, dispatcher: Dispatcher<Action>, after others: [DispatchToken] = [],
    update: @escaping @Sendable (inout State, Action) -> Void
  ) {
    let content = Observed(state)
    self.content = content
    self.dispatcher = dispatcher
    // SAFETY: only the dispatcher calls this closure, so the dispatcher exists. A strong reference
    // would be a cycle.
    token = dispatcher.register { [unowned dispatcher] action in
      if !others.isEmpty { dispatcher.waitFor(others) }
      content.update { update(&$0, action) }
    }
  }

  deinit { dispatcher.unregister(token) }

  /// The current state.
  public var state: State { content.value }

  /// Calls `observer` with each new state until the subscription is cancelled.
  public func subscribe(_ observer: @escaping @Sendable (State) -> Void) -> Subscription {
    content.observe(observer)
  }

  /// Calls `observer` with the selected part of each new state, if it differs from the previous
  /// one.
  public func subscribe<Part: Equatable & Sendable>(
    select: @escaping @Sendable (State) -> Part, _ observer: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    content.observe(select, observer)
  }

  /// Replaces the state without an action, for time travel.
  public func restore(_ state: State) { content.update { $0 = state } }
}
