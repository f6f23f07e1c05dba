/// A reducer that applies a feature's `binding` actions to its state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in ... }
/// }
/// ```
///
/// Reducers below it see the state after the change.
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer
where State == ViewAction.State {
  private let toViewAction: (Action) -> ViewAction?

  /// Applies the feature's own `binding` actions.
  public init() where Action == ViewAction {
    toViewAction = { $0 }
  }

  /// Applies the `binding` actions inside a case of the feature's actions: `\.view`.
  public init(action toViewAction: CaseKeyPath<Action, ViewAction>) where Action: CasePathable {
    let path = AnyCasePath(toViewAction)
    self.toViewAction = { path.extract(from: $0) }
  }

  /// Applies the `binding` actions inside a case of the feature's actions: `/Action.view`.
  public init(action toViewAction: AnyCasePath<Action, ViewAction>) {
    self.toViewAction = { toViewAction.extract(from: $0) }
  }

  /// Applies the `binding` actions that a closure extracts from the feature's actions.
  @_disfavoredOverload
  public init(action toViewAction: @escaping (_ action: Action) -> ViewAction?) {
    self.toViewAction = toViewAction
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    toViewAction(action)?.binding?.set(&state)
    return .none
  }
}
