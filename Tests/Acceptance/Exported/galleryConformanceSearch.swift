// swift-format-ignore-file
// galleryConformanceSearch, as a test of a TestStore: written by 'export swift'.

import Composable
import Foundation
import Testing

@testable import MachoGallery

@MainActor
@Test func galleryConformanceSearch() async {
  let clock = TestClock()
  // What a list of repositories does, in whichever architecture it is written: no line names what one
  // of them receives. Run it in all of them:
  // macho test --across search-tca,search-flux,search-redux,search-mvvm,search-mvp,search-mvc scripts/gallery/conformance
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
      case (2, "ca"):
        for try await answer in searchRepositoriesAnswer.stream { return answer }
        throw CancellationError()
      case (3, "cat"):
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
      case (4, "cat"):
        throw ScriptError("offline")
      case (5, "cat"):
        return []
      default:
        Issue.record("gitHub.searchRepositories(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
  }
  store.exhaustivity = .off

  // what appears is counted, and searched for
  await store.send(.appeared) {
    $0.isLoading = true
    $0.shouldShowIcon = true
  }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.shouldShowIcon)
  #expect(store.state.isLoading == false)
  #expect(store.state.names == ["apple/swift"])

  // typing is debounced
  await store.send(.queryChanged("c")) { $0.query = "c" }
  await clock.advance(by: .milliseconds(299))
  await store.send(.queryChanged("ca")) { $0.query = "ca" }
  await clock.advance(by: .milliseconds(299))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.query == "ca")
  #expect(store.state.isLoading == false)
  await clock.advance(by: .milliseconds(1))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isLoading)

  // a newer search ends the one before it
  await store.send(.queryChanged("cat")) { $0.query = "cat" }
  await clock.advance(by: .milliseconds(300))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.names == ["cat/cat"])
  // Not exported, a line that must fail:  ! [no-pending-call] answer gitHub.searchRepositories("ca") -> []

  // an error is shown until it is dismissed
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError)
  #expect(store.state.errorMessage == "network error")
  #expect(store.state.names == ["cat/cat"])
  await store.send(.errorDismissed) { $0.isShownError = false }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.isShownError == false)

  // what is tried again may find nothing
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.names.isEmpty)
  #expect(store.state.isLoading == false)
  await store.finish()
}

/// An error of which only the words matter.
private struct ScriptError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
