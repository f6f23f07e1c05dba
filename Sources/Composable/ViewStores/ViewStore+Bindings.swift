import ComposablePlatform

extension ViewStore {
  /// Returns a binding that reads from the state and sends an action with each value.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value,
    send valueToAction: @escaping (_ value: Value) -> ViewAction
  ) -> Binding<Value> {
    let access = UnsafeTransfer((get: get, send: valueToAction))
    return Binding {
      // SAFETY: as with views, bindings are used on the main actor only, so nothing leaves its
      // thread.
      MainActor.assumeIsolated { UnsafeTransfer(access.value.get(self.state)) }.value
    } set: { value in
      let value = UnsafeTransfer(value)
      MainActor.assumeIsolated { _ = self.send(access.value.send(value.value)) }
    }
  }

  /// Returns a binding that reads from the state and sends one action for every value.
  public func binding<Value>(
    get: @escaping (_ state: ViewState) -> Value, send action: ViewAction
  ) -> Binding<Value> {
    binding(get: get, send: { _ in action })
  }

  /// Returns a binding to the state that sends an action with each value.
  public func binding(
    send valueToAction: @escaping (_ state: ViewState) -> ViewAction
  ) -> Binding<ViewState> {
    binding(get: { $0 }, send: valueToAction)
  }

  /// Returns a binding to the state that sends one action for every value.
  public func binding(send action: ViewAction) -> Binding<ViewState> {
    binding(get: { $0 }, send: { _ in action })
  }

  /// The binding of a property marked `@BindingViewState`.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<ViewState, BindingViewState<Value>>
  ) -> Binding<Value> {
    state[keyPath: keyPath].binding
  }
}

extension ViewStore where ViewAction: BindableAction, ViewAction.State == ViewState {
  /// A binding to a property marked `@BindingState`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<ViewState, BindingState<Value>> & Sendable
  ) -> Binding<Value> {
    binding(
      get: { $0[keyPath: keyPath].wrappedValue },
      send: { .binding(.setFromBinding(keyPath, $0)) })
  }
}

extension ViewStore {
  /// Creates a view store whose state has bindings of the feature's `@BindingState` properties.
  public convenience init<State, Action: BindableAction>(
    _ store: Store<State, Action>,
    observe toViewState: @escaping (_ bindingViewStore: BindingViewStore<State>) -> ViewState,
    send fromViewAction: @escaping (_ viewAction: ViewAction) -> Action,
    removeDuplicates isDuplicate: @escaping (_ lhs: ViewState, _ rhs: ViewState) -> Bool
  ) where Action.State == State {
    self.init(
      store, observe: { (_: State) in toViewState(BindingViewStore(store: store)) },
      send: fromViewAction,
      removeDuplicates: isDuplicate)
  }

  /// Creates a view store whose state has bindings of the feature's `@BindingState` properties.
  public convenience init<State>(
    _ store: Store<State, ViewAction>,
    observe toViewState: @escaping (_ bindingViewStore: BindingViewStore<State>) -> ViewState,
    removeDuplicates isDuplicate: @escaping (_ lhs: ViewState, _ rhs: ViewState) -> Bool
  ) where ViewAction: BindableAction, ViewAction.State == State {
    self.init(store, observe: toViewState, send: { $0 }, removeDuplicates: isDuplicate)
  }
}

extension ViewStore where ViewState: Equatable {
  /// Creates a view store whose state has bindings of the feature's `@BindingState` properties.
  public convenience init<State, Action: BindableAction>(
    _ store: Store<State, Action>,
    observe toViewState: @escaping (_ bindingViewStore: BindingViewStore<State>) -> ViewState,
    send fromViewAction: @escaping (_ viewAction: ViewAction) -> Action
  ) where Action.State == State {
    self.init(store, observe: toViewState, send: fromViewAction, removeDuplicates: { $0 == $1 })
  }

  /// Creates a view store whose state has bindings of the feature's `@BindingState` properties.
  public convenience init<State>(
    _ store: Store<State, ViewAction>,
    observe toViewState: @escaping (_ bindingViewStore: BindingViewStore<State>) -> ViewState
  ) where ViewAction: BindableAction, ViewAction.State == State {
    self.init(store, observe: toViewState, send: { $0 }, removeDuplicates: { $0 == $1 })
  }
}
