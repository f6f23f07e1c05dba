import ComposableArchitecture
import Foundation
import SeedGitHub
import SeedLocalHosts
import Testing

@testable import Composable
@testable import SeedList

@MainActor
@Suite struct `the document's list of repositories` {
  private let grafana = Repository(
    id: 15_111_821, fullName: "grafana/grafana", description: "The open platform",
    stargazersCount: 60_288, language: "TypeScript", htmlUrl: URL(filePath: "/grafana"))

  @Test func `loads when it appears`() async {
    let store = TestStore(initialState: RepositoryList.State()) {
      RepositoryList()
    } withDependencies: {
      $0.gitHubAPIClient.searchRepositories = { _ in [grafana] }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.searchRepositoriesResponse.success) {
      $0.isLoading = false
      $0.repositories = [grafana]
    }
  }

  @Test func `loads from its client's host`() async throws {
    try #require(LocalHosts.areThere)
    let store = TestStore(initialState: RepositoryList.State()) {
      RepositoryList()
    } withDependencies: {
      $0.gitHubAPIClient = .liveValue
    }
    store.exhaustivity = .off
    await store.send(.onAppear)
    await store.receive(\.searchRepositoriesResponse.success, timeout: .seconds(30))
    #expect(store.state.repositories.map(\.fullName) == ["composable/1", "composable/2"])
  }

  @Test func `a test without an assertion of an action fails and names it`() async {
    await withKnownIssue {
      let store = TestStore(initialState: RepositoryList.State()) {
        RepositoryList()
      } withDependencies: {
        $0.gitHubAPIClient.searchRepositories = { _ in [] }
      }
      await store.send(.onAppear) { $0.isLoading = true }
      await store.finish()
    } matching: {
      "\($0)".contains("searchRepositoriesResponse")
    }
  }

  @Test func `a test that overrides no client fails and names the endpoint`() async {
    await withKnownIssue {
      let store = TestStore(initialState: RepositoryList.State()) { RepositoryList() }
      await store.send(.onAppear) { $0.isLoading = true }
      await store.receive(\.searchRepositoriesResponse.failure) { $0.isLoading = false }
    } matching: {
      "\($0)".contains("Unimplemented: 'GitHubAPIClient.searchRepositories'")
    }
  }

  /// As the document's log, except that property names are those of the source.
  @Test func `its changes are printed with the action`() {
    let text = _ReducerPrinter<RepositoryList.State, RepositoryList.Action>.changeText(
      action: .onAppear, oldState: RepositoryList.State(),
      newState: {
        var state = RepositoryList.State()
        state.isLoading = true
        return state
      }())
    #expect(
      text == """
        received action:
          RepositoryList.Action.onAppear
          RepositoryList.State(
            repositories: [],
        -   isLoading: false
        +   isLoading: true
          )

        """)
  }
}
