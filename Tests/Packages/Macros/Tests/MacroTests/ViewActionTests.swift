import ComposableMacros
import Testing

@Reducer
private struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action: ViewAction {
    case view(View)

    enum View {
      case incrementButtonTapped
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@MainActor
@ViewAction(for: Counter.self)
private struct CounterScreen {
  let store: StoreOf<Counter>

  func increment() {
    send(.incrementButtonTapped)
    send(.incrementButtonTapped, animation: .default)
    send(.incrementButtonTapped, animation: nil)
    send(.incrementButtonTapped, transaction: Transaction(animation: .default))
  }
}

@MainActor
@Suite struct `a screen with view actions` {
  @Test func `sends them, with and without an animation`() {
    let store = Store(initialState: Counter.State()) { Counter() }
    CounterScreen(store: store).increment()
    #expect(store.count == 4)
  }
}
