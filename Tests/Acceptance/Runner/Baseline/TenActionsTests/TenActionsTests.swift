import Composable
import Testing

@MainActor
@Suite struct `Ten actions` {
  @Test(arguments: 1...100)
  func `eight sent and two received`(copy: Int) async {
    let calls = LockIsolated(0)
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.numberFact.fetch = { _ in
        calls.withValue { $0 += 1 }
        if calls.value > 1 { throw Offline() }
        return "a fact"
      }
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.incrementButtonTapped) { $0.count = 2 }
    await store.send(.incrementButtonTapped) { $0.count = 3 }
    await store.send(.decrementButtonTapped) { $0.count = 2 }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.receive(isFact) {
      $0.fact = "a fact"
      $0.isLoading = false
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 3
      $0.fact = nil
    }
    await store.send(.decrementButtonTapped) { $0.count = 2 }
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.receive(isFailure) {
      $0.failure = "Offline()"
      $0.isLoading = false
    }
    await store.finish()
  }
}

private struct Offline: Error {}

private func isFact(_ action: CounterFeature.Action) -> Bool {
  if case .factResponse(.success) = action { true } else { false }
}

private func isFailure(_ action: CounterFeature.Action) -> Bool {
  if case .factResponse(.failure) = action { true } else { false }
}
