// A file of an app with its views, which this library does not have.
import ComposableArchitecture

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable { var count = 0 }
  enum Action { case increment }
}

struct CounterView: View {
  @Bindable var store: StoreOf<Counter>

  var body: some View { preconditionFailure() }
}

@MainActor
func oldViews(store: StoreOf<Counter>) {
  _ = WithViewStore(store, observe: { $0 }, content: { $0.count })
  _ = WithPerceptionTracking { store.count }
}
