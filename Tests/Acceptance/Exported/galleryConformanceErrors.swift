// swift-format-ignore-file
// galleryConformanceErrors, as a test of a TestStore: written by 'export swift'.

import Composable
import Foundation
import Testing

@testable import MachoGallery

@MainActor
@Test func galleryConformanceErrors() async {
  let clock = TestClock()
  // A service that fails: what is told, how long it stays, and how one gets on.
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
      case (2, "swift"):
        throw ScriptError("offline")
      case (3, "swift"):
        for try await answer in searchRepositoriesAnswer.stream { return answer }
        throw CancellationError()
      case (4, "x"):
        throw ScriptError("offline")
      case (5, "x"):
        throw ScriptError("offline")
      case (6, "x"):
        throw GitHubError.unreadable
      default:
        Issue.record("gitHub.searchRepositories(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
  }
  store.exhaustivity = .off

  // a search that fails keeps what was found before
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError == false)
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError)
  #expect(store.state.errorMessage == "network error")
  #expect(store.state.isLoading == false)
  #expect(store.state.repositories == [Repository(id: 1, fullName: "apple/swift", description: nil, stargazersCount: 3, language: nil, htmlURL: URL(string: "https://github.com/apple/swift")!)])

  // the next try takes the error away at once, and its result stays
  await store.send(.retryButtonTapped) {
    $0.isLoading = true
    $0.isShownError = false
  }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError == false)
  #expect(store.state.isLoading)
  searchRepositoriesAnswer.continuation.yield([])
  await store.skipReceivedActions(strict: false)
  #expect(store.state.names.isEmpty)
  #expect(store.state.isShownError == false)

  // an error comes back as often as the service fails
  await store.send(.queryChanged("x")) { $0.query = "x" }
  await clock.advance(by: .milliseconds(300))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError)
  await store.send(.errorDismissed) { $0.isShownError = false }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError == false)
  #expect(store.state.isLoading == false)
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError)
  #expect(store.state.query == "x")

  // dismissing what is not there changes nothing
  await store.send(.errorDismissed) { $0.isShownError = false }
  await store.skipReceivedActions(strict: false)
  await store.send(.errorDismissed)
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError == false)
  #expect(store.state.repositories == [])

  // an answer that cannot be read is another error
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError)
  #expect(store.state.errorMessage == "parse error")
  await store.finish()
}

/// An error of which only the words matter.
private struct ScriptError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
