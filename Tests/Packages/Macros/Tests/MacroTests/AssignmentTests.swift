import ComposableMacros
import Testing

@MainActor
@Suite struct AssignmentTests {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var names = ["Blob"]
    @Presents var alert: AlertState<Never>?
  }

  private func makeStore(_ change: @escaping (inout State) -> Void) -> Store<State, Int> {
    Store(initialState: State()) {
      Reduce { state, _ in
        change(&state)
        return .none
      }
    }
  }

  @Test func `Assigning an equal value notifies no observer`() {
    let store = makeStore {
      $0.count = 0
      $0.names = ["Blob"]
      $0.alert = nil
    }
    #expect(
      !isChangeReported {
        _ = (store.count, store.names)
      } during: {
        store.send(0)
      })
    #expect(
      !isChangeReported {
        _ = store.alert
      } during: {
        store.send(0)
      })
  }

  @Test func `Assigning another value notifies observers`() {
    let store = makeStore { $0.count = 1 }
    #expect(
      isChangeReported {
        _ = store.count
      } during: {
        store.send(0)
      })
  }

  @Reducer
  struct Unhandled {
    @ObservableState
    struct State: Equatable { var count = 0 }
    enum Action: BindableAction { case binding(BindingAction<State>) }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Test func `A binding without a binding reducer is an issue`() async {
    let messages = await issues {
      let store = Store(initialState: Unhandled.State()) { Unhandled() }
      store.count = 42
    }
    #expect(
      messages == [
        """
        A binding action sent from a store was not handled. …

          Action:
            .binding(.set(\\.count, 42))

        To fix this, invoke "BindingReducer()" from your feature reducer's "body".
        """
      ])
  }
}
