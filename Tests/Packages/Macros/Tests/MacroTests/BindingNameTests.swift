import ComposableMacros
import Testing

@Reducer
private struct Search {
  @ObservableState
  struct State: Equatable {
    var query = ""
    var `default` = 1
    var profile = Profile()
    @Presents var alert: AlertState<Never>?
  }

  @ObservableState
  struct Profile: Equatable {
    var name = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case named(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.query): .send(.named("query"))
      case .binding(\.profile.name): .send(.named("name"))
      case .binding, .named: .none
      }
    }
  }
}

@MainActor
@Suite struct `the name of an observed property` {
  @Test func `matches it in a test, also as a case key path`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    await store.send(\.binding.query, "cats") { $0.query = "cats" }
    await store.receive(\.named, "query")
    await store.send(.binding(.set(\.profile.name, "Blob"))) { $0.profile.name = "Blob" }
    await store.receive(\.named, "name")
  }

  @Test func `is printed by a binding action at any depth`() {
    typealias Action = BindingAction<Search.State>
    #expect("\(Action.set(\.query, "x"))" == #".set(\.query, "x")"#)
    #expect("\(Action.set(\.`default`, 2))" == #".set(\.default, 2)"#)
    #expect("\(Action.set(\.profile.name, "x"))" == #".set(\.profile.name, "x")"#)
    #expect("\(Action.set(\.alert, nil))" == #".set(\.alert, nil)"#)
  }
}
