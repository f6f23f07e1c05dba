import ComposableArchitecture
import SeedLocalHosts
import Testing

@testable import SeedCounter

@MainActor
@Suite struct `the document's counter` {
  @Test func `counts up and down`() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.decrementButtonTapped) { $0.count = 0 }
    await store.send(.decrementButtonTapped) { $0.count = -1 }
  }

  @Test func `clears its fact when it counts`() async {
    let shown = CounterFeature.State(count: 1, fact: "1 is a number.")
    let up = TestStore(initialState: shown) { CounterFeature() }
    await up.send(.incrementButtonTapped) {
      $0.count = 2
      $0.fact = nil
    }
    let down = TestStore(initialState: shown) { CounterFeature() }
    await down.send(.decrementButtonTapped) {
      $0.count = 0
      $0.fact = nil
    }
  }

  @Test func `fetches a fact from a host, and shows progress`() async throws {
    try #require(LocalHosts.areThere)
    let store = TestStore(initialState: CounterFeature.State(count: 42, fact: "old")) {
      CounterFeature()
    }
    await store.send(.factButtonTapped) {
      $0.fact = nil
      $0.isLoading = true
    }
    await store.receive(.factResponse("42 is a number."), timeout: .seconds(30)) {
      $0.fact = "42 is a number."
      $0.isLoading = false
    }
  }

  @Test func `does the same in a live store`() async throws {
    try #require(LocalHosts.areThere)
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    store.send(.incrementButtonTapped)
    let task = store.send(.factButtonTapped)
    #expect(store.state.isLoading)
    await task.finish()
    #expect(store.state == CounterFeature.State(count: 1, fact: "1 is a number."))
  }
}
