// swift-format-ignore-file
// galleryCounter, as a test of a TestStore: written by 'export swift'.

import Composable
import Testing

@testable import MachoGallery

@MainActor
@Test func galleryCounter() async {
  let clock = TestClock()
  // The counter: a number that goes up and down, and a fact about it that comes from elsewhere.
  let fetchAnswer = AsyncThrowingStream<String, any Error>.makeStream()
  let fetchCalls = LockIsolated(0)
  let store = TestStore(
    initialState: CounterFeature.State(count: 0, fact: nil, failure: nil, isLoading: false)
  ) {
    CounterFeature()
  } withDependencies: {
    $0.continuousClock = clock
    $0.numberFact.fetch = { argument in
      switch (fetchCalls.withValue { $0 += 1; return $0 }, argument) {
      case (1, 1):
        try await clock.sleep(for: .seconds(1))
        return "1 is the loneliest number."
      case (2, 2):
        throw ScriptError("offline")
      case (3, 2):
        for try await answer in fetchAnswer.stream { return answer }
        throw CancellationError()
      default:
        Issue.record("numberFact.fetch(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
  }

  // up and down
  await store.send(.incrementButtonTapped) { $0.count = 1 }
  await store.send(.incrementButtonTapped) { $0.count = 2 }
  await store.send(.decrementButtonTapped) { $0.count = 1 }
  #expect(store.state.count == 1)
  #expect(store.state.isEven == false)

  // a fact
  await store.send(.factButtonTapped) { $0.isLoading = true }
  // Not exported, a TestStore shows nothing:  effects
  await clock.advance(by: .milliseconds(999))
  #expect(store.state.isLoading)
  await clock.advance(by: .milliseconds(1))
  await store.receive {
    if case .factResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.fact = "1 is the loneliest number."
    $0.isLoading = false
  }
  #expect(store.state.fact?.contains("loneliest") == true)
  #expect(store.state.isLoading == false)

  // a fact that cannot be had
  await store.send(.incrementButtonTapped) {
    $0.count = 2
    $0.fact = nil
  }
  await store.send(.factButtonTapped) { $0.isLoading = true }
  await store.receive {
    if case .factResponse(.failure(let error)) = $0 { "\(error)" == "offline" } else { false }
  } assert: {
    $0.failure = "offline"
    $0.isLoading = false
  }
  #expect(store.state.failure == "offline")

  // a fact that arrives after another tap
  await store.send(.factButtonTapped) {
    $0.failure = nil
    $0.isLoading = true
  }
  await store.send(.incrementButtonTapped) { $0.count = 3 }
  // Not exported, a TestStore shows nothing:  effects
  fetchAnswer.continuation.yield("2 is company.")
  await store.receive {
    if case .factResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.fact = "2 is company."
    $0.isLoading = false
  }
  #expect(store.state.count == 3)
  #expect(store.state.fact == "2 is company.")
  await store.finish()
}

/// An error of which only the words matter.
private struct ScriptError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
