/// Keeps a state that only the actions of a dispatcher change.
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
/// Several stores may share a dispatcher; `after` says whose part has to be done before its own.
public final class FluxStore<State: Sendable, Action: Sendable>: Sendable {
  /// What the dispatcher knows it by, for other stores to wait for.
  public let token: DispatchToken
  private let dispatcher: Dispatcher<Action>
  private let content: Observed<State>

  /// Makes a store and registers it.
  public init(
    _ state: State, dispatcher: Dispatcher<Action>, after others: [DispatchToken] = [],
    update: @escaping @Sendable (inout State, Action) -> Void
  ) {
    let content = Observed(state)
    self.content = content
    self.dispatcher = dispatcher
    // Only the dispatcher calls this, so it is there; held here, it would hold itself.
    token = dispatcher.register { [unowned dispatcher] action in
      if !others.isEmpty { dispatcher.waitFor(others) }
      content.update { update(&$0, action) }
    }
  }

  deinit { dispatcher.unregister(token) }

  /// The state as it is now: a value, which later actions do not change.
  public var state: State { content.value }

  /// Calls a function with each state from now on, until the subscription ends.
  public func subscribe(_ observer: @escaping @Sendable (State) -> Void) -> Subscription {
    content.observe(observer)
  }

  /// Calls a function with each value of a part that differs from the one before.
  public func subscribe<Part: Equatable & Sendable>(
    select: @escaping @Sendable (State) -> Part, _ observer: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    content.observe(select, observer)
  }

  /// Puts another state in place without an action: one from the past, while debugging.
  public func restore(_ state: State) { content.update { $0 = state } }
}
