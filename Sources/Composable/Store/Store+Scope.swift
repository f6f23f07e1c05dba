extension Store {
  /// Returns a store for a child of the feature.
  ///
  /// ```swift
  /// let settings = store.scope(state: \.settings, action: \.settings)
  /// ```
  ///
  /// Returns the same store for the same scope while a caller retains it.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scopedStores.store(state: state, action: action) {
      let path = AnyCasePath(action)
      return ChildScope(storeScope, state: { $0[keyPath: state] }, action: { path.embed($0) })
    }
  }

  /// Returns a store for a child that may be absent: an optional child, an enum case, or an element
  /// of an identified array or a stack. Returns `nil` while the child is absent.
  ///
  /// ```swift
  /// if let row = store.scope(state: \.rows[id: 3], action: \.rows[id: 3]) { ... }
  /// ```
  ///
  /// After the child is gone, the store keeps its last state.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    guard let current = storeScope.read({ $0[keyPath: state] }) else { return nil }
    return childStore(state: state, action: action, current: current)
  }

  /// Returns a store for a child whose current state is known.
  func childStore<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>,
    current: ChildState
  ) -> Store<ChildState, ChildAction> {
    scopedStores.store(state: state, action: action) {
      let path = AnyCasePath(action)
      return OptionalScope(
        storeScope, state: { $0[keyPath: state] }, action: { path.embed($0) }, current: current)
    }
  }

  /// Returns a new store for a child, scoped by two functions. Each call returns a different store.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (_ state: State) -> ChildState,
    action fromChildAction: @escaping (_ childAction: ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      storeScope: ChildScope(storeScope, state: toChildState, action: fromChildAction))
  }
}
