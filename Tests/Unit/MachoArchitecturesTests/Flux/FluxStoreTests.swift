import MachoArchitectures
import Testing

private enum ListAction: Equatable {
  case loading
  case loaded([String])
}

private struct ListState: Equatable {
  var isLoading = false
  var rows: [String] = []
}

private struct ListCreator: ActionCreator {
  let dispatcher: Dispatcher<ListAction>
  let tasks: TaskRunner
  let rows: @Sendable () async throws -> [String]

  func appeared() {
    dispatch(.loading)
    tasks.start("load") { dispatch(.loaded(try await rows())) }
  }
}

@Suite struct FluxStoreTests {
  private let dispatcher = Dispatcher<ListAction>()

  private func listStore() -> FluxStore<ListState, ListAction> {
    FluxStore(ListState(), dispatcher: dispatcher) { state, action in
      switch action {
      case .loading: state.isLoading = true
      case .loaded(let rows): state = ListState(rows: rows)
      }
    }
  }

  @Test func `an action creator's task dispatches actions that change the store`() async throws {
    let (store, held) = (listStore(), DeferredJobs())
    ListCreator(dispatcher: dispatcher, tasks: held.tasks) { ["a"] }.appeared()
    #expect(store.state == ListState(isLoading: true))
    let snapshot = store.state
    try await held.perform()
    #expect(store.state == ListState(rows: ["a"]))
    #expect(snapshot == ListState(isLoading: true))
  }

  @Test func `several stores share a dispatcher, and one may wait for another`() {
    let list = Log<FluxStore<ListState, ListAction>>()
    // Registered first, but reads the state that the other store computed for the same action.
    let tokens = Log<DispatchToken>()
    let counts = Log<Int>()
    _ = dispatcher.register { [unowned dispatcher, unowned list] _ in
      dispatcher.waitFor(tokens.entries)
      counts.record(list.entries[0].state.rows.count)
    }
    list.record(listStore())
    tokens.record(list.entries[0].token)
    let total = FluxStore<Int, ListAction>(0, dispatcher: dispatcher, after: tokens.entries) {
      [unowned list] total, _ in total += list.entries[0].state.rows.count
    }
    dispatcher.dispatch(.loaded(["a", "b"]))
    #expect(counts.entries == [2])
    #expect(total.state == 2)
    withExtendedLifetime(list) {}
  }

  @Test func `subscribers receive each state, or a part only when it differs`() {
    let store = listStore()
    let (states, flags) = (Log<ListState>(), Log<Bool>())
    let all = store.subscribe { states.record($0) }
    let part = store.subscribe(select: \.isLoading) { flags.record($0) }
    dispatcher.dispatch(.loading)
    dispatcher.dispatch(.loading)
    dispatcher.dispatch(.loaded([]))
    all.cancel()
    dispatcher.dispatch(.loading)
    part.cancel()
    dispatcher.dispatch(.loaded([]))
    #expect(states.entries.count == 3)
    #expect(flags.entries == [true, false, true])
  }

  @Test func `a released store receives no actions`() {
    let log = Log<Int>()
    do {
      let store = FluxStore<Int, ListAction>(0, dispatcher: dispatcher) { _, _ in log.record(1) }
      dispatcher.dispatch(.loading)
      withExtendedLifetime(store) {}
    }
    dispatcher.dispatch(.loading)
    #expect(log.entries == [1])
  }

  @Test func `an earlier state can be restored`() {
    let store = listStore()
    dispatcher.dispatch(.loading)
    store.restore(ListState(rows: ["past"]))
    #expect(store.state.rows == ["past"])
  }
}
