import Observation

/// The runtime of a feature: holds its state, reduces the actions sent to it, runs its effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// ```
///
/// `scope` makes stores of parts of the feature. They are views of the one state: they read and
/// send through the store that they come from, and cost a send nothing.
@MainActor
@dynamicMemberLookup
public final class Store<State, Action> {
  let storeScope: StoreScope<State, Action>
  var scopedStores = ScopedStoreCache()

  /// Makes a store of a first state and a reducer.
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

  init(link: StoreScope<State, Action>) {
    self.storeScope = link
  }

  /// The state after the last action.
  ///
  /// Whoever observes it, with `withObservationTracking`, is told of each change; of a state that
  /// is observable, of changes to the properties that were read.
  public var state: State { storeScope.read { $0 } }

  /// A property of the state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    storeScope.read { $0[keyPath: keyPath] }
  }

  /// Hands the state to a closure.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    // A copy, so that `body` may send.
    body(state)
  }

  /// Sends an action: reduces it before this returns, and starts its effects.
  ///
  /// An action that is sent while another is reduced is reduced after it.
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
  /// A property of the state that is set by a binding action, as a view's binding does.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { storeScope.read { $0[keyPath: keyPath] } }
    set { send(.binding(.set(keyPath, newValue))) }
  }
}

extension Store
where
  Action: ViewAction, Action.ViewAction: BindableAction, Action.ViewAction.State == State
{
  /// A property of the state that is set by a binding action among those of the view.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, Value> & Sendable
  ) -> Value {
    get { storeScope.read { $0[keyPath: keyPath] } }
    set { send(.view(.binding(.set(keyPath, newValue)))) }
  }
}
