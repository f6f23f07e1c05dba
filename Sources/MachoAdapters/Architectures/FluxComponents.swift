import MachoArchitectures

/// The components of a Flux feature. Input goes to the action creator; dispatched actions change
/// the stores.
public struct FluxComponents<Input, State: Equatable & Sendable, Action: Sendable> {
  let dispatcher: Dispatcher<Action>
  let state: () -> State
  let restore: (State) -> Void
  let create: (Input) -> Void

  /// Creates the components of a feature with one store.
  ///
  /// - Parameter create: Passes a view's input to the action creator.
  public init(
    _ dispatcher: Dispatcher<Action>, store: FluxStore<State, Action>,
    create: @escaping (Input) -> Void
  ) {
    self.init(dispatcher, state: { store.state }, restore: { store.restore($0) }, create: create)
  }

  /// Creates the components of a feature with several stores, combined to one state.
  public init(
    _ dispatcher: Dispatcher<Action>, state: @escaping () -> State,
    restore: @escaping (State) -> Void, create: @escaping (Input) -> Void
  ) {
    self.dispatcher = dispatcher
    self.state = state
    self.restore = restore
    self.create = create
  }
}
