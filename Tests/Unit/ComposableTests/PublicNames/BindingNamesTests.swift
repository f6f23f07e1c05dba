import Composable
import ComposablePlatform
import Testing

/// A feature whose view state has bindings.
private struct Form: Reducer {
  struct State: Equatable {
    @BindingState var text = ""
    @BindingState var isOn = false
    var count = 0
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case increment
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .binding: break
      }
      return .none
    }
  }
}

private struct FormView: Equatable {
  @BindingViewState var text: String
  var count: Int

  @MainActor
  init(_ store: BindingViewStore<Form.State>) {
    _text = store.$text
    count = store.count
  }
}

@MainActor
@Suite struct BindingNamesTests {
  @Test func `A view store observes a part of the state`() {
    let store = StoreOf<Form>(initialState: .init()) { Form() }
    let viewStore = ViewStore(store, observe: \.count)
    var changes = 0
    withObservationTracking {
      _ = viewStore.state
    } onChange: {
      MainActor.assumeIsolated { changes += 1 }
    }
    viewStore.send(.binding(.set(\.$text, "x")))
    #expect(changes == 0)
    viewStore.send(.increment, animation: .default)
    #expect(changes == 1 && viewStore.state == 1)
    let all: ViewStoreOf<Form> = ViewStore(store, observe: { $0 })
    all.send(.increment, transaction: Transaction())
    #expect(all.count == 2)
    #expect(ViewStore(all).count == 2)
  }

  @Test func `Bindings read the state and send actions`() {
    let store = StoreOf<Form>(initialState: .init()) { Form() }
    let viewStore = ViewStore(store, observe: { $0 })
    let text: Binding<String> = viewStore.$text
    text.wrappedValue = "a"
    #expect(store.text == "a" && text.wrappedValue == "a")
    viewStore.$isOn.wrappedValue = true
    let count = viewStore.binding(get: \.count, send: { _ in .increment })
    count.wrappedValue = 5
    #expect(count.wrappedValue == 1)
    #expect(viewStore.isOn)
    let constant = Binding.constant(3).animation()
    #expect(constant.wrappedValue == 3)
  }

  @Test func `The state of a view has bindings`() {
    let store = StoreOf<Form>(initialState: .init()) { Form() }
    let viewStore = ViewStore(store, observe: FormView.init)
    #expect(viewStore.text == "")
    viewStore.$text.wrappedValue = "b"
    #expect(viewStore.text == "b" && store.text == "b")
    store.send(.increment)
    #expect(viewStore.count == 1)
  }

  @Test func `A test store makes the state of a view`() async {
    let store = TestStore(initialState: .init()) { Form() }
    await store.send(.binding(.set(\.$text, "c"))) { $0.text = "c" }
    #expect(FormView(store.bindings).text == "c")
  }

  @Test func `A view waits for a state`() async {
    struct Loading: Reducer {
      enum Action: Sendable { case load, loaded }

      func reduce(into state: inout Bool, action: Action) -> Effect<Action> {
        state = action == .load
        return state ? .run { await $0(.loaded) } : .none
      }
    }
    let viewStore = ViewStore(Store(initialState: false) { Loading() }, observe: { $0 })
    await viewStore.send(.load, while: { $0 })
    #expect(!viewStore.state)
    await viewStore.yield(while: { $0 })
  }

  @Test func `An action of a part is one of the whole`() {
    struct Whole: Equatable { var form = Form.State() }
    let action = BindingAction<Form.State>.set(\.$isOn, true)
    #expect(action.pullback(\Whole.form).keyPath == \Whole.form.$isOn)
  }
}
