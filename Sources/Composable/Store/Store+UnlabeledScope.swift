extension Store {
  /// Returns a store for a child of the feature.
  ///
  /// ```swift
  /// let settings = store.scope(\.settings, action: \.settings)
  /// ```
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: state, action: action)
  }

  /// Returns a store for a child that may be absent, or `nil` while it is.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state: state, action: action)
  }

  /// Returns the stores of the elements of an identified array, in its order.
  public func scope<ElementID, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ElementID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ElementID, ElementAction>>
  ) -> StoreElements<ElementID, ElementState, ElementAction> {
    scope(state: state, action: action)
  }
}
