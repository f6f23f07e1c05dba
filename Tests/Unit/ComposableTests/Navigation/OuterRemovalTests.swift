import Composable
import Testing

/// A stack whose elements another reducer, outside of the `forEach`, removes.
private struct Parent: Reducer {
  struct State: Equatable { var path = StackState<Int>([0]) }

  enum Action: Equatable {
    case path(StackAction<Int, Bool>)
    case removeAll, nothing
  }

  struct Child: Reducer {
    func reduce(into state: inout Int, action: Bool) -> Effect<Bool> {
      .run { _ in try await Task.never() }
    }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer<State, Action>().forEach(\.path, action: /Action.path) { Child() }
    Reduce { state, action in
      if action == .removeAll { state.path.removeAll() }
      return .none
    }
  }
}

@MainActor
@Suite struct OuterRemovalTests {
  @Test func `An element removed outside of the forEach loses its effects with the next action`()
    async
  {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    await store.send(.path(.element(id: 0, action: true)))
    await store.send(.removeAll) { $0.path = StackState() }
    await store.send(.nothing)
    await store.finish()
  }
}
