import MachoArchitectures

/// The parts of a Flux feature, as macho drives them: input goes to the action creator, and what
/// the dispatcher hands out changes the stores.
public struct FluxComponents<Input, State: Equatable & Sendable, Action: Sendable> {
  let dispatcher: Dispatcher<Action>
  let state: () -> State
  let restore: (State) -> Void
  let create: (Input) -> Void

  /// A feature with one store.
  ///
  /// - Parameter create: has the action creator do what a view's input asks for.
  public init(
    _ dispatcher: Dispatcher<Action>, store: FluxStore<State, Action>,
    create: @escaping (Input) -> Void
  ) {
    self.init(dispatcher, state: { store.state }, restore: { store.restore($0) }, create: create)
  }

  /// A feature with several stores, whose states are shown as one.
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
