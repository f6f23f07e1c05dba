// swift-format-ignore-file
// galleryConformanceServices, as a test of a TestStore: written by 'export swift'.

import Composable
import Testing

@testable import MachoGallery

@MainActor
@Test func galleryConformanceServices() async {
  // What the list tells other services, and what it asks them: a stub that answers only these arguments
  // fails any other call, and one that nobody calls fails the script.
  let isOnCalls = LockIsolated(0)
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
    $0.tracker.log = { argument in
      #expect(argument == .listView)
    }
    $0.experiments.isOn = { argument in
      switch (isOnCalls.withValue { $0 += 1; return $0 }, argument) {
      case (1, .showIcon):
        return false
      case (2, .showIcon):
        return true
      default:
        Issue.record("experiments.isOn(\(argument)) is a call that the session did not make")
        return false
      }
    }
    $0.gitHub.searchRepositories = { argument in
      #expect(argument == "swift")
      return []
    }
  }
  store.exhaustivity = .off

  // who looks at the list is counted once, and takes no part in the experiment
  await store.send(.appeared) { $0.isLoading = true }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.shouldShowIcon == false)
  #expect(store.state.names.isEmpty)
  #expect(store.state.isLoading == false)
  #expect(store.state.isShownError == false)

  // whoever is chosen later sees the icon
  await store.send(.appeared) {
    $0.isLoading = true
    $0.shouldShowIcon = true
  }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.shouldShowIcon)

  // what nobody said an answer to fails the line, and can be answered still
  let searchRepositoriesAnswer = AsyncThrowingStream<[Repository], any Error>.makeStream()
  let store2 = TestStore(
    initialState: RepositoryList(
      query: "dog",
      isLoading: false,
      repositories: [],
      errorMessage: "",
      isShownError: false,
      shouldShowIcon: false
    )
  ) {
    RepositoryListFeature()
  } withDependencies: {
    $0.gitHub.searchRepositories = { _ in
      for try await answer in searchRepositoriesAnswer.stream { return answer }
      throw CancellationError()
    }
  }
  store2.exhaustivity = .off
  // Not exported, a line that must fail:  ! [unstubbed] send retryButtonTapped
  await store2.send(.retryButtonTapped) { $0.isLoading = true }
  searchRepositoriesAnswer.continuation.yield([])
  await store2.skipReceivedActions(strict: false)
  #expect(store2.state.isLoading == false)
  await store2.finish()
}
