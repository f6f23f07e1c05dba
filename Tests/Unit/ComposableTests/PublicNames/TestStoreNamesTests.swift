import Composable
import Testing

/// Sets an option that has no effect.
@available(*, deprecated)
@MainActor
private func setSerialExecutor(of store: TestStore<Int, Int>) {
  store.useMainSerialExecutor = true
}

/// The types that the macros name in their expansions.
private var macroTypes: (any KeyPathListing.Type, NoObservedIdentity)? { nil }

@MainActor
@Suite struct TestStoreNamesTests {
  @Test func `A test store has options by their names`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .merge(.send(2), .run { _ in try await Task.never() }) : .none
      }
    }
    store.timeout = 0
    let exhaustivity: Exhaustivity = .on
    store.exhaustivity = exhaustivity
    let task: TestStoreTask = await store.send(1) { $0 = 1 }
    await store.skipReceivedActions(strict: true)
    #expect(store.state == 3)
    await store.skipInFlightEffects(strict: false)
    await task.cancel()
    #expect(TestStore<Int, Int>.self == type(of: store))
  }
}
