/// The runtime of a feature: holds its state, reduces the actions sent to it, runs its effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.incrementButtonTapped)
/// ```
@MainActor
public final class Store<State, Action> {
  private let core: StoreCore<State, Action>

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
    core = StoreCore(
      initialState: initialState, executor: executor, reducer: reducer,
      dependencies: dependencies)
    MainActorDrain.attach(to: executor)
  }

  /// The state after the last action.
  public var state: State { core.state }

  /// Sends an action: reduces it before this returns, and starts its effects.
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    let family = core.send(action)
    if family != nil { core.executor.onArrival?() }
    return StoreTask(family)
  }

  /// Hands the state to a closure.
  public func withState<Result>(_ body: (_ state: State) -> Result) -> Result {
    body(core.state)
  }
}
