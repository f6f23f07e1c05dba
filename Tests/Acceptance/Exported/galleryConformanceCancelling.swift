// swift-format-ignore-file
// galleryConformanceCancelling, as a test of a TestStore: written by 'export swift'.

import Composable
import Foundation
import Testing

@testable import MachoGallery

@MainActor
@Test func galleryConformanceCancelling() async {
  let clock = TestClock()
  // What comes too late is not shown: a newer search, or newer typing, ends what was there before.
  let searchRepositoriesAnswer = AsyncThrowingStream<[Repository], any Error>.makeStream()
  let searchRepositoriesAnswer2 = AsyncThrowingStream<[Repository], any Error>.makeStream()
  let searchRepositoriesAnswer3 = AsyncThrowingStream<[Repository], any Error>.makeStream()
  let searchRepositoriesAnswer4 = AsyncThrowingStream<[Repository], any Error>.makeStream()
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
      case (1, "ca"):
        for try await answer in searchRepositoriesAnswer.stream { return answer }
        throw CancellationError()
      case (2, "cat"):
        for try await answer in searchRepositoriesAnswer2.stream { return answer }
        throw CancellationError()
      case (3, "cat"):
        for try await answer in searchRepositoriesAnswer3.stream { return answer }
        throw CancellationError()
      case (4, "cat"):
        for try await answer in searchRepositoriesAnswer4.stream { return answer }
        throw CancellationError()
      case (5, "cat"):
        try await clock.sleep(for: .milliseconds(250))
        return [
          Repository(
            id: 3,
            fullName: "cat/cat",
            description: nil,
            stargazersCount: 3,
            language: nil,
            htmlURL: URL(string: "https://github.com/cat/cat")!
          )
        ]
      case (6, "cats"):
        return []
      case (7, "cats"):
        return [
          Repository(
            id: 3,
            fullName: "cat/cat",
            description: nil,
            stargazersCount: 3,
            language: nil,
            htmlURL: URL(string: "https://github.com/cat/cat")!
          )
        ]
      default:
        Issue.record("gitHub.searchRepositories(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
  }
  store.exhaustivity = .off

  // a search that nobody waits for any more has no result
  await store.send(.queryChanged("ca")) { $0.query = "ca" }
  await clock.advance(by: .milliseconds(300))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isLoading)
  await store.send(.queryChanged("cat")) { $0.query = "cat" }
  await clock.advance(by: .milliseconds(300))
  await store.skipReceivedActions(strict: false)
  // Not exported, a line that must fail:  ! [no-pending-call] answer gitHub.searchRepositories("ca") -> []
  #expect(store.state.isLoading)
  searchRepositoriesAnswer2.continuation.yield(
    [
      Repository(
        id: 3,
        fullName: "cat/cat",
        description: nil,
        stargazersCount: 3,
        language: nil,
        htmlURL: URL(string: "https://github.com/cat/cat")!
      )
    ]
  )
  await store.skipReceivedActions(strict: false)
  #expect(store.state.repositories == [Repository(id: 3, fullName: "cat/cat", description: nil, stargazersCount: 3, language: nil, htmlURL: URL(string: "https://github.com/cat/cat")!)])
  #expect(store.state.isLoading == false)

  // trying again ends the first try
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.send(.retryButtonTapped)
  await store.skipReceivedActions(strict: false)
  searchRepositoriesAnswer4.continuation.yield([])
  await store.skipReceivedActions(strict: false)
  #expect(store.state.names.isEmpty)
  // Not exported, a line that must fail:  ! [no-pending-call] answer gitHub.searchRepositories("cat") -> $found

  // typing ends no search that runs, until it has come to rest
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.send(.queryChanged("cats")) { $0.query = "cats" }
  await clock.advance(by: .milliseconds(250))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.names == ["cat/cat"])
  #expect(store.state.query == "cats")
  await clock.advance(by: .milliseconds(50))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.names.isEmpty)

  // who types the same again searches again
  await store.send(.queryChanged("cats"))
  await clock.advance(by: .milliseconds(300))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.names == ["cat/cat"])
  await store.finish()
}
