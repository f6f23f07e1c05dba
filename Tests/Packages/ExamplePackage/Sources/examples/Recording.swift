import Composable
import MachoKit

/// What an app does to record itself.
@MainActor func makeStore(environment: [String: String]) -> StoreOf<CounterFeature> {
  Store(initialState: CounterState()) {
    CounterFeature().recording(to: environment["RECORD_TO"], as: "counter-tca")
  }
}

/// What an app does to record the calls of its dependencies, too.
@MainActor func makeObservedStore(environment: [String: String]) -> StoreOf<CounterFeature> {
  Store(initialState: CounterState()) {
    CounterFeature().recording(to: environment["RECORD_TO"], as: Examples.tca)
  }
}
