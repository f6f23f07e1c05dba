// swift-format-ignore-file
// galleryConformanceValues, as a test of a TestStore: written by 'export swift'.

import Composable
import Foundation
import Testing

@testable import MachoGallery

@MainActor
@Test func galleryConformanceValues() async {
  let clock = TestClock()
  // What a script sees once it can say again: by captures, by names, by a file of its own.
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
      switch (argument) {
      case "swift":
        return [
          Repository(
            id: 1,
            fullName: "apple/swift",
            description: "The Swift language",
            stargazersCount: 3,
            language: nil,
            htmlURL: URL(string: "https://github.com/apple/swift")!
          ),
          Repository(
            id: 2,
            fullName: "vapor/vapor",
            description: nil,
            stargazersCount: 25000,
            language: nil,
            htmlURL: URL(string: "https://github.com/vapor/vapor")!
          )
        ]
      case "vapor":
        return [
          Repository(
            id: 2,
            fullName: "vapor/vapor",
            description: nil,
            stargazersCount: 25000,
            language: nil,
            htmlURL: URL(string: "https://github.com/vapor/vapor")!
          )
        ]
      default:
        Issue.record("gitHub.searchRepositories(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
  }
  store.exhaustivity = .off

  // what was found is as it was sent
  await store.send(.retryButtonTapped) { $0.isLoading = true }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.names == ["apple/swift", "vapor/vapor"])
  #expect(store.state.repositories[1].language == nil)
  #expect((store.state.repositories.first(where: { $0.id == 2 })?.stargazersCount).map { $0 > 20000 } == true)
  #expect(store.state.repositories.first?.description?.contains("language") == true)

  // a capture is a name for what was seen
  #expect(store.state.repositories[1].fullName == "vapor/vapor")
  #expect(store.state.repositories[1].htmlURL == URL(string: "https://github.com/vapor/vapor")!)
  await store.send(.queryChanged("vapor")) { $0.query = "vapor" }
  await store.skipReceivedActions(strict: false)
  #expect(store.state.query == "vapor")

  // a name for a part of the state is that part, whatever comes later
  await clock.advance(by: .milliseconds(300))
  await store.skipReceivedActions(strict: false)
  #expect(store.state.repositories == [Repository(id: 2, fullName: "vapor/vapor", description: nil, stargazersCount: 25000, language: nil, htmlURL: URL(string: "https://github.com/vapor/vapor")!)])
  #expect(store.state.names == ["vapor/vapor"])

  // a script may begin where it likes
  let store2 = TestStore(
    initialState: RepositoryList(
      query: "cat",
      isLoading: false,
      repositories: [
        Repository(
          id: 2,
          fullName: "vapor/vapor",
          description: nil,
          stargazersCount: 25000,
          language: nil,
          htmlURL: URL(string: "https://github.com/vapor/vapor")!
        )
      ],
      errorMessage: "old",
      isShownError: true,
      shouldShowIcon: false
    )
  ) {
    RepositoryListFeature()
  } withDependencies: {
    $0.gitHub.searchRepositories = { argument in
      #expect(argument == "cat")
      return []
    }
  }
  store2.exhaustivity = .off
  #expect(store2.state.names == ["vapor/vapor"])
  await store2.send(.retryButtonTapped) {
    $0.isLoading = true
    $0.isShownError = false
  }
  await store2.skipReceivedActions(strict: false)
  #expect(store2.state.isShownError == false)
  #expect(store2.state.names.isEmpty)
  await store2.finish()
}
