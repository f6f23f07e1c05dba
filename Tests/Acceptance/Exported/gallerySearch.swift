// swift-format-ignore-file
// gallerySearch, as a test of a TestStore: written by 'export swift'.

import Composable
import Foundation
import Testing

@testable import MachoGallery

@MainActor
@Test func gallerySearch() async {
  let clock = TestClock()
  // Repositories found while one types: debounced, with favourites, an alert, and details.
  let searchRepositoriesAnswer = AsyncThrowingStream<[Repository], any Error>.makeStream()
  let searchRepositoriesCalls = LockIsolated(0)
  let store = TestStore(
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
        return [
          Repository(
            id: 1,
            fullName: "apple/swift",
            description: "The Swift Programming Language",
            stargazersCount: 60000,
            language: "Swift",
            htmlURL: URL(string: "https://github.com/apple/swift")!
          ),
          Repository(
            id: 2,
            fullName: "a/b",
            description: nil,
            stargazersCount: 2,
            language: nil,
            htmlURL: URL(string: "https://github.com/a/b")!
          )
        ]
      case (2, "ca"):
        try await clock.sleep(for: .seconds(1))
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
      case (3, "cat"):
        for try await answer in searchRepositoriesAnswer.stream { return answer }
        throw CancellationError()
      case (4, "cats"):
        return []
      case (5, "dog"):
        throw ScriptError("offline")
      case (6, "dog"):
        return [
          Repository(
            id: 4,
            fullName: "dog/dog",
            description: nil,
            stargazersCount: 4,
            language: nil,
            htmlURL: URL(string: "https://github.com/dog/dog")!
          )
        ]
      case (7, "dog"):
        return [
          Repository(
            id: 4,
            fullName: "dog/dog",
            description: nil,
            stargazersCount: 4,
            language: nil,
            htmlURL: URL(string: "https://github.com/dog/dog")!
          )
        ]
      default:
        Issue.record("gitHub.searchRepositories(\(argument)) is a call that the session did not make")
        throw CancellationError()
      }
    }
  }

  // it searches when it appears
  await store.send(.appeared) { $0.isLoading = true }
  await store.receive {
    if case .searchResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
    $0.rows = [
      RepositoryRowFeature.State(
        repository: Repository(
          id: 1,
          fullName: "apple/swift",
          description: "The Swift Programming Language",
          stargazersCount: 60000,
          language: "Swift",
          htmlURL: URL(string: "https://github.com/apple/swift")!
        ),
        isFavorite: false
      ),
      RepositoryRowFeature.State(
        repository: Repository(
          id: 2,
          fullName: "a/b",
          description: nil,
          stargazersCount: 2,
          language: nil,
          htmlURL: URL(string: "https://github.com/a/b")!
        ),
        isFavorite: false
      )
    ]
  }
  #expect(store.state.rows.count == 2)
  #expect(store.state.isLoading == false)

  // typing is debounced
  await store.send(.binding(.set(\.query, "c"))) { $0.query = "c" }
  await clock.advance(by: .milliseconds(299))
  await store.send(.binding(.set(\.query, "ca"))) { $0.query = "ca" }
  // Not exported, a TestStore shows nothing:  effects
  await clock.advance(by: .milliseconds(299))
  #expect(store.state.isLoading == false)
  await clock.advance(by: .milliseconds(1))
  await store.receive {
    if case .queryChangeSettled = $0 { true } else { false }
  } assert: {
    $0.isLoading = true
  }
  // Not exported, a TestStore shows nothing:  effects
  await clock.advance(by: .seconds(1))
  await store.receive {
    if case .searchResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
    $0.rows = [
      RepositoryRowFeature.State(
        repository: Repository(
          id: 3,
          fullName: "cat/cat",
          description: nil,
          stargazersCount: 3,
          language: nil,
          htmlURL: URL(string: "https://github.com/cat/cat")!
        ),
        isFavorite: false
      )
    ]
  }
  #expect(store.state.rows.count == 1)

  // a newer search cancels the one before
  await store.send(.binding(.set(\.query, "cat"))) { $0.query = "cat" }
  await clock.advance(by: .milliseconds(300))
  await store.receive {
    if case .queryChangeSettled = $0 { true } else { false }
  } assert: {
    $0.isLoading = true
  }
  await store.send(.binding(.set(\.query, "cats"))) { $0.query = "cats" }
  await clock.advance(by: .milliseconds(300))
  await store.receive {
    if case .queryChangeSettled = $0 { true } else { false }
  }
  await store.receive {
    if case .searchResponse(.success([])) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
    $0.rows = []
  }
  #expect(store.state.rows.isEmpty)

  // nothing to search for
  await store.send(.binding(.set(\.query, ""))) { $0.query = "" }
  await clock.advance(by: .milliseconds(300))
  await store.receive {
    if case .queryChangeSettled = $0 { true } else { false }
  }
  #expect(store.state.isLoading == false)

  // the network fails, and one tries again
  await store.send(.binding(.set(\.query, "dog"))) { $0.query = "dog" }
  await clock.advance(by: .milliseconds(300))
  await store.receive {
    if case .queryChangeSettled = $0 { true } else { false }
  } assert: {
    $0.isLoading = true
  }
  await store.receive {
    if case .searchResponse(.failure(let error)) = $0 { "\(error)" == "offline" } else { false }
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
  #expect(store.state.isLoading == false)
  await store.send(.alert(.presented(.retryButtonTapped))) {
    $0.isLoading = true
    $0.alert = nil
  }
  await store.receive {
    if case .searchResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
    $0.rows = [
      RepositoryRowFeature.State(
        repository: Repository(
          id: 4,
          fullName: "dog/dog",
          description: nil,
          stargazersCount: 4,
          language: nil,
          htmlURL: URL(string: "https://github.com/dog/dog")!
        ),
        isFavorite: false
      )
    ]
  }
  #expect(store.state.alert == nil)

  // favourites stay when they are found again
  await store.send(.rows(.element(id: 4, action: .favoriteButtonTapped))) {
    $0.rows[id: 4]?.isFavorite = true
  }
  #expect(store.state.favorites == ["dog/dog"])
  await store.send(.appeared) { $0.isLoading = true }
  await store.receive {
    if case .searchResponse(.success) = $0 { true } else { false }
  } assert: {
    $0.isLoading = false
  }
  #expect(store.state.rows[id: 4]?.isFavorite == true)

  // a detail changes the list, and closes
  await store.send(.rowTapped(id: 4)) {
    $0.path[id: 0] = RepositoryDetailFeature.State(
      row: RepositoryRowFeature.State(
        repository: Repository(
          id: 4,
          fullName: "dog/dog",
          description: nil,
          stargazersCount: 4,
          language: nil,
          htmlURL: URL(string: "https://github.com/dog/dog")!
        ),
        isFavorite: true
      )
    )
  }
  await store.send(.path(.element(id: 0, action: .row(.favoriteButtonTapped)))) {
    $0.rows[id: 4]?.isFavorite = false
    $0.path[id: 0]?.row.isFavorite = false
  }
  #expect(store.state.rows[id: 4]?.isFavorite == false)
  await store.send(.path(.element(id: 0, action: .closeButtonTapped)))
  await store.receive {
    if case .path(.popFrom(id: 0)) = $0 { true } else { false }
  } assert: {
    $0.path[id: 0] = nil
  }
  #expect(store.state.path.isEmpty)
  await store.finish()
}

/// An error of which only the words matter.
private struct ScriptError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
