import Observation

/// The runtime of a feature. It holds the state, reduces the actions sent to it and runs the
/// effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// ```
///
/// `scope` returns stores for children of the feature. They are views of the same state: they read
/// and send through their parent store and add no cost to a send.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  let storeScope: StoreScope<State, Action>
  var scopedStores = ScopedStoreCache()

  /// Creates a store from an initial state and a reducer.
  ///
  /// - Parameter prepareDependencies: Overrides dependencies for this store.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    let (initialState, reducer, dependencies) = Composable.withDependencies(
      prepareDependencies ?? { _ in }
    ) {
      (initialState(), reducer(), DependencyValues.current)
    }
    let executor = StoreExecutor(ownership: .mainActor)
    let core = StoreCore(
      initialState: initialState, executor: executor, reducer: reducer,
      dependencies: dependencies)
    MainActorDrain.attach(to: executor)
    storeScope = RootScope(core)
  }

  /// Creates a store whose state type is the reducer's, for an initial state that has no type of its own,
  /// such as `nil`.
  @_disfavoredOverload
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: @escaping (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(
      initialState: initialState() as State, reducer: reducer,
      withDependencies: Optional(prepareDependencies))
  }

  init(storeScope: StoreScope<State, Action>) {
    self.storeScope = storeScope
  }

  /// The state after the last action.
  ///
  /// A caller that observes it with `withObservationTracking` is notified of each change. With an
  /// `ObservableState`, only changes to the properties read are reported.
  public var state: State { storeScope.read { $0 } }

  /// A property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    storeScope.read { $0[keyPath: keyPath] }
  }

  /// Calls `body` with the state.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    // Passes a copy, so that `body` may send actions.
    body(state)
  }

  /// Sends an action. The action is reduced and its effects are started before this method returns.
  ///
  /// An action that is sent while another one is being reduced is reduced after it.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    storeScope.send(action)
  }
}

extension Store: Observable {}

extension Store: Hashable, Identifiable {
  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool { lhs === rhs }

  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Store where Action: BindableAction, Action.State == State {
  /// A property of the state. Setting it sends a binding action, as a view's binding does.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { storeScope.read { $0[keyPath: keyPath] } }
    set { send(.binding(.setFromBinding(keyPath, newValue))) }
  }
}

extension Store
where
  Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State
{
  /// A property of the state. Setting it sends a binding action as a view action.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { storeScope.read { $0[keyPath: keyPath] } }
    set { send(.view(.binding(.setFromBinding(keyPath, newValue)))) }
  }
}
