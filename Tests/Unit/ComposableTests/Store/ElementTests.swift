import Testing

@testable import Composable

@MainActor
@Suite struct StoreElementTests {
  private func store(rows: Int) -> StoreOf<Listing> {
    Store(
      initialState: Listing.State(
        rows: IdentifiedArray(uniqueElements: (0..<rows).map { ListedRow.State(id: $0) }))
    ) {
      Listing()
    }
  }

  @Test func `An element of an identified array is scoped by its identity`() {
    let store = store(rows: 3)
    let row = store.scope(state: \.rows[id: 1], action: \.rows[id: 1])
    row?.send(.toggled)
    #expect(store.rows[id: 1]?.isOn == true)
    #expect(row?.isOn == true)
    #expect(store.scope(state: \.rows[id: 7], action: \.rows[id: 7]) == nil)
    store.send(.removed(1))
    #expect(row?.isOn == true, "It shows the last state that there was.")
    #expect(store.scope(state: \.rows[id: 1], action: \.rows[id: 1]) == nil)
  }

  @Test func `An identified array is scoped to the stores of its elements`() {
    let store = store(rows: 3)
    let rows = store.scope(state: \.rows, action: \.rows)
    #expect(rows.map(\.id) == [0, 1, 2])
    for row in rows where row.id != 1 { row.send(.toggled) }
    #expect(store.rows.map(\.isOn) == [true, false, true])
    let row = store.scope(state: \.rows[id: 2], action: \.rows[id: 2])
    #expect(rows[2] === row)
  }

  @Test func `An element of a stack is scoped by its identity`() {
    let store = store(rows: 0)
    store.send(.path(.push(id: 0, state: ListedRow.State(id: 5))))
    let id = store.path.ids[0]
    let element = store.scope(state: \.path[id: id], action: \.path[id: id])
    element?.send(.toggled)
    #expect(store.path[id: id]?.isOn == true)
    store.send(.path(.popFrom(id: id)))
    #expect(store.scope(state: \.path[id: id], action: \.path[id: id]) == nil)
  }

  @Test func `A send does not visit scoped stores, regardless of their number`() {
    let store = store(rows: 100)
    let rows = Array(store.scope(state: \.rows, action: \.rows))
    var reads = 0
    let scoped = rows.map { row in
      row.scope(
        state: { state in
          reads += 1
          return state
        }, action: { (action: ListedRow.Action) in action })
    }
    rows[3].send(.toggled)
    #expect(reads == 0)
    #expect(scoped[3].isOn)
    #expect(reads == 1)
  }
}

struct Listing: Reducer {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<ListedRow.State> = []
    var path = StackState<ListedRow.State>()
  }

  enum Action {
    case rows(IdentifiedActionOf<ListedRow>)
    case path(StackActionOf<ListedRow>)
    case removed(Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .removed(let id) = action { state.rows.remove(id: id) }
      return .none
    }
    .forEach(\.rows, action: \.rows) { ListedRow() }
    .forEach(\.path, action: \.path) { ListedRow() }
  }
}

extension Listing.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var rows: AnyCasePath<Listing.Action, IdentifiedActionOf<ListedRow>> {
      AnyCasePath(Listing.Action.rows)
    }
    var path: AnyCasePath<Listing.Action, StackActionOf<ListedRow>> {
      AnyCasePath(Listing.Action.path)
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct ListedRow: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var isOn = false
  }

  enum Action { case toggled }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isOn.toggle()
    return .none
  }
}
