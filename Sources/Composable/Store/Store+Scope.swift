extension Store {
  /// A store of a part of the feature.
  ///
  /// ```swift
  /// let settings = store.scope(state: \.settings, action: \.settings)
  /// ```
  ///
  /// The same scope gives the same store while somebody holds it.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scopedStores.store(state: state, action: action) {
      let path = AnyCasePath(action)
      return ChildScope(storeScope, state: { $0[keyPath: state] }, action: { path.embed($0) })
    }
  }

  /// A store of a part of the feature that is there only sometimes: an optional child, a case, the
  /// element of an identified array or of a stack; nil while it is not there.
  ///
  /// ```swift
  /// if let row = store.scope(state: \.rows[id: 3], action: \.rows[id: 3]) { ... }
  /// ```
  ///
  /// A store whose part has gone shows the last state that there was.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>, action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    guard let current = storeScope.read({ $0[keyPath: state] }) else { return nil }
    return childStore(state: state, action: action, current: current)
  }

  /// A store of a part that is there now.
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

  /// A store of a part of the feature, by two functions; each call makes another store.
  @_disfavoredOverload
  public func scope<ChildState, ChildAction>(
    state toChildState: @escaping (_ state: State) -> ChildState,
    action fromChildAction: @escaping (_ childAction: ChildAction) -> Action
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      link: ChildScope(storeScope, state: toChildState, action: fromChildAction))
  }
}
