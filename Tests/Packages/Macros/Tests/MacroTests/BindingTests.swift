import ComposableMacros
import Testing

@Reducer
private struct Form {
  @ObservableState
  struct State: Equatable {
    var edits = 0
    var isOn = false
    var query = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.query):
        state.edits += 1
        return .none
      case .binding:
        return .none
      }
    }
  }
}

@MainActor
@Suite struct `a binding to an observed property` {
  @Test func `is set and matched by the property's name`() {
    let store = Store(initialState: Form.State()) { Form() }
    store.send(.binding(.set(\.query, "swift")))
    store.send(.binding(.set(\.isOn, true)))
    #expect(store.state == Form.State(edits: 1, isOn: true, query: "swift"))
  }
}
