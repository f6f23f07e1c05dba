/// A collection of stores, one for each element of an identified array. Each store is created on
/// access.
public struct StoreElements<ID: Hashable & Sendable, State, Action>: RandomAccessCollection {
  let states: IdentifiedArray<ID, State>
  let makeStore: @MainActor (_ id: ID, _ state: State) -> Store<State, Action>

  public var startIndex: Int { states.startIndex }
  public var endIndex: Int { states.endIndex }

  public subscript(position: Int) -> Store<State, Action> {
    // SAFETY: stores and this collection are used on the main actor only, so nothing leaves its
    // thread.
    let (id, state) = (states.ids[position], UnsafeTransfer(states[position]))
    return MainActor.assumeIsolated { [makeStore] in makeStore(id, state.value) }
  }
}

@available(*, unavailable)
extension StoreElements: Sendable {}

extension Store {
  /// Returns the stores of the elements of an identified array, in its order.
  ///
  /// ```swift
  /// for row in store.scope(state: \.rows, action: \.rows) { row.send(.toggled) }
  /// ```
  ///
  /// Each store is the one that `scope(state: \.rows[id: id], action: \.rows[id: id])` returns.
  public func scope<ElementID, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ElementID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ElementID, ElementAction>>
  ) -> StoreElements<ElementID, ElementState, ElementAction> {
    StoreElements(states: storeScope.read { $0[keyPath: state] }) { id, current in
      let state = state.appending(path: \.[id: id])
      let action = action.appending(path: \.[id: id])
      return self.childStore(state: state, action: action, current: current)
    }
  }
}
