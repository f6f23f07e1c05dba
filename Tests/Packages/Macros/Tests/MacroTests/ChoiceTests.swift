import ComposableMacros
import Testing

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    let id: Int
    var count = 0
  }

  enum Action {
    case incremented
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

/// A feature enum that embeds another one in its body.
@Reducer
private enum Row {
  case counter(Counter)
  case nested(Nested.Body = Nested.body)

  @Reducer
  enum Nested {
    case counter(Counter)
  }
}

extension Row.State: Equatable, Identifiable {
  var id: Int {
    switch self {
    case .counter(let state), .nested(.counter(let state)): state.id
    }
  }
}

extension Row.Nested.State: Equatable {}

@Reducer
private struct Table {
  @ObservableState
  struct State: Equatable {
    var first: Row.State?
    var rows: IdentifiedArrayOf<Row.State> = []
  }

  enum Action {
    case first(Row.Action)
    case rows(IdentifiedActionOf<Row>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.first, action: \.first)
      .forEach(\.rows, action: \.rows)
  }
}

@MainActor
@Suite struct `a feature enum` {
  private let store = Store(
    initialState: Table.State(
      first: .counter(Counter.State(id: 0)),
      rows: [.counter(Counter.State(id: 1)), .nested(.counter(Counter.State(id: 2)))])
  ) {
    Table()
  }

  @Test func `runs on an optional state and on stack elements`() {
    store.send(.first(.counter(.incremented)))
    store.send(.rows(.element(id: 1, action: .counter(.incremented))))
    #expect(store.state.first?.counter?.count == 1)
    #expect(store.state.rows[id: 1]?.counter?.count == 1)
  }

  @Test func `runs a nested feature enum`() {
    store.send(.rows(.element(id: 2, action: .nested(.counter(.incremented)))))
    #expect(store.state.rows[id: 2]?.nested?.counter?.count == 1)
  }

  @Test func `has a store for the current feature`() throws {
    let row = try #require(store.scope(state: \.first, action: \.first))
    guard case .counter(let counter) = row.case else {
      Issue.record("The row is a counter.")
      return
    }
    counter.send(.incremented)
    #expect(counter.state.count == 1)
    #expect(store.state.first?.counter?.count == 1)
  }
}
