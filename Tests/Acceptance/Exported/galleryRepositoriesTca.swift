// swift-format-ignore-file
// galleryRepositoriesTca, as a test of a TestStore: written by 'export swift'.
// What the session went back on is left out.

import Composable
import Foundation
import Testing

@testable import MachoGallery

@MainActor
@Test func galleryRepositoriesTca() async {
  let clock = TestClock()
  // The list of repositories as a reducer.
  let searchRepositoriesAnswer = AsyncThrowingStream<[Repository], any Error>.makeStream()
  let searchRepositoriesCalls = LockIsolated(0)
  let store = TestStore(
    initialState: RepositoryList(
      query: "swift",
      isLoading: false,
      repositories: [],
      errorMessage: "",
      isShownError: false,
      shouldShowIcon: false
    )
  ) {
    RepositoryListFeature()
  } withDependencies: {
    $0.continuousClock = clock
    $0.tracker.log = { argument in
      #expect(argument == .listView)
    }
    $0.experiments.isOn = { argument in
      #expect(argument == .showIcon)
      return true
    }
    $0.gitHub.searchRepositories = { argument in
      switch (searchRepositoriesCalls.withValue { $0 += 1; return $0 }, argument) {
      case (1, "swift"):
        return [
          Repository(
            id: 1,
            fullName: "apple/swift",
            description: nil,
            stargazersCount: 3,
            language: nil,
            htmlURL: URL(string: "https://github.com/apple/swift")!
          )
        ]
      case (2, "cat"):
        for try await answer in searchRepositoriesAnswer.stream { return answer }
        throw CancellationError()
      case (3, "cat"):
        throw ScriptError("offline")
      default:
        Issue.record("gitHub.searchRepositories(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
  }

  // the list appears
  await store.send(.appeared) {
    $0.isLoading = true
    $0.shouldShowIcon = true
  }
  await store.receive {
    if case .searchResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
    $0.repositories = [
      Repository(
        id: 1,
        fullName: "apple/swift",
        description: nil,
        stargazersCount: 3,
        language: nil,
        htmlURL: URL(string: "https://github.com/apple/swift")!
      )
    ]
  }
  #expect(store.state.names == ["apple/swift"])
  #expect(store.state.shouldShowIcon)

  // typing waits for its end
  await store.send(.queryChanged("c")) { $0.query = "c" }
  await store.send(.queryChanged("cat")) { $0.query = "cat" }
  // Not exported, a TestStore shows nothing:  effects
  await clock.advance(by: .milliseconds(300))
  await store.receive {
    if case .queryChangeSettled = $0 { true } else { false }
  } assert: {
    $0.isLoading = true
  }
  // Not exported, a TestStore shows nothing:  effects
  searchRepositoriesAnswer.continuation.yield([])
  await store.receive {
    if case .searchResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
    $0.repositories = []
  }
  #expect(store.state.names.isEmpty)

  // the network fails
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.receive {
    if case .searchResponse(.failure) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
    $0.errorMessage = "network error"
    $0.isShownError = true
  }
  #expect(store.state.errorMessage == "network error")
  await store.send(.errorDismissed) { $0.isShownError = false }
  #expect(store.state.isShownError == false)
  await store.finish()
}

/// An error of which only the words matter.
private struct ScriptError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
