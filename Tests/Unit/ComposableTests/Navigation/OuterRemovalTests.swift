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

/// Rows that another reducer, outside of the `forEach`, removes.
private struct Rows: Reducer {
  struct State: Equatable { var rows: IdentifiedArrayOf<Identified<Int, Int>> }

  enum Action: Equatable {
    case rows(IdentifiedAction<Int, Bool>)
    case remove(Int)
    case nothing
  }

  struct Row: Reducer {
    func reduce(into state: inout Identified<Int, Int>, action: Bool) -> Effect<Bool> {
      state.value += 1
      return .run { _ in try await Task.never() }
    }
  }

  let removesFirst: Bool

  var body: some ReducerOf<Self> {
    if removesFirst { remover }
    EmptyReducer<State, Action>().forEach(\.rows, action: /Action.rows) { Row() }
    if !removesFirst { remover }
  }

  private var remover: Reduce<State, Action> {
    Reduce { state, action in
      if case .remove(let id) = action { state.rows.remove(id: id) }
      return .none
    }
  }
}

@MainActor
@Suite struct OuterRemovalTests {
  @Test(arguments: [true, false])
  func `A row removed outside of the forEach loses its effects`(_ removesFirst: Bool) async {
    let store = TestStore(
      initialState: Rows.State(rows: [Identified(0, id: 1), Identified(0, id: 2)])
    ) {
      Rows(removesFirst: removesFirst)
    }
    for id in [1, 2] {
      await store.send(.rows(.element(id: id, action: true))) { $0.rows[id: id]?.value = 1 }
    }
    await store.send(.remove(1)) { $0.rows.remove(id: 1) }
    // A reducer below the `forEach` is seen with the next action.
    if !removesFirst { await store.send(.nothing) }
    let messages = await issues { await store.finish() }.map(\.message)
    #expect(messages.count == 1 && messages[0].contains("id: 2"), "\(messages)")
    #expect(!messages[0].contains("id: 1"))
    await store.send(.remove(2)) { $0.rows = [] }
    await store.send(.nothing)
    await store.finish()
  }

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
