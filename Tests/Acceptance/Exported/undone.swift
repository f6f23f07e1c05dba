// swift-format-ignore-file
// undone, as a test of a TestStore: written by 'export swift'.
// What the session went back on is left out.

import Composable
import Testing

@testable import MachoGallery

@MainActor
@Test func undone() async {
  // What was gone back on is no part of a test.
  let store = TestStore(
    initialState: CounterFeature.State(count: 0, fact: nil, failure: nil, isLoading: false)
  ) {
    CounterFeature()
  } withDependencies: {
    $0.numberFact.fetch = { _ in "a fact" }
  }

  // another way
  await store.send(.incrementButtonTapped) { $0.count = 1 }
  #expect(store.state.count == 1)
  #expect(store.state.count == 1)
  await store.send(.factButtonTapped) { $0.isLoading = true }
  await store.receive {
    if case .factResponse(.success("a fact")) = $0 { true } else { false }
  } assert: {
    $0.fact = "a fact"
    $0.isLoading = false
  }
  #expect(store.state.fact == "a fact")
  #expect(store.state.count == 1)
  await store.finish()
}
