// swift-format-ignore-file
// twoStores, as a test of a TestStore: written by 'export swift'.

import Composable
import Testing

@testable import MachoGallery

@MainActor
@Test func twoStores() async {
  let clock = TestClock()
  // Stores side by side, of which each has its own dependencies, and time is one.
  let searchRepositoriesCalls = LockIsolated(0)
  let left = TestStore(
    initialState: SearchFeature.State(
      query: "swift",
      isLoading: false,
      rows: [],
      path: StackState()
    )
  ) {
    SearchFeature()
  } withDependencies: {
    $0.continuousClock = clock
    $0.gitHub.searchRepositories = { argument in
      switch (searchRepositoriesCalls.withValue { $0 += 1; return $0 }, argument) {
      case (1, "swift"):
        try await clock.sleep(for: .seconds(1))
        return []
      case (2, "swift"):
        throw ScriptError("offline")
      default:
        Issue.record("gitHub.searchRepositories(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
  }
  await left.send(.appeared) { $0.isLoading = true }
  let right = TestStore(
    initialState: CounterFeature.State(count: 0, fact: nil, failure: nil, isLoading: false)
  ) {
    CounterFeature()
  } withDependencies: {
    $0.continuousClock = clock
    $0.numberFact.fetch = { argument in
      #expect(argument == 0)
      try await clock.sleep(for: .seconds(2))
      return "nothing"
    }
  }
  await right.send(.factButtonTapped) { $0.isLoading = true }
  await clock.advance(by: .seconds(1))
  await left.receive {
    if case .searchResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
  }
  #expect(left.state.rows.isEmpty)
  await left.send(.appeared) { $0.isLoading = true }
  await left.receive {
    if case .searchResponse(.failure) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
    $0.alert = AlertState(
      title: TextState("Cannot search"),
      message: TextState("offline"),
      buttons: [
        .default(TextState("Try again"), action: .send(.retryButtonTapped)),
        .cancel(TextState("Leave it"))
      ]
    )
  }
  #expect(left.state.alert?.title == TextState("Cannot search"))
  await clock.advance(by: .seconds(1))
  await right.receive {
    if case .factResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.fact = "nothing"
    $0.isLoading = false
  }
  #expect(right.state.fact != nil)
  await left.finish()
  await right.finish()
}

/// An error of which only the words matter.
private struct ScriptError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
