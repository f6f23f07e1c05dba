import Composable

/// What an app does to record itself.
@MainActor func makeStore(environment: [String: String]) -> StoreOf<CounterFeature> {
  Store(initialState: CounterState()) {
    CounterFeature().recording(to: environment["RECORD_TO"], as: "counter-tca")
  }
}
