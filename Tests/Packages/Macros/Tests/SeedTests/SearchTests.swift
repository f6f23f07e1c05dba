import CombineSchedulers
import ComposableArchitecture
import Foundation
import SeedGitHub
import Testing

@testable import SeedSearch

@MainActor
@Suite struct `the document's search` {
  private let scheduler = DispatchQueue.test

  private func makeStore(_ client: GitHubAPIClient) -> TestStoreOf<RepositoryList> {
    TestStore(initialState: RepositoryList.State()) {
      RepositoryList()
    } withDependencies: {
      $0.gitHubAPIClient = client
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
  }

  @Test func `a query is asked once nothing was typed for 0.3 seconds`() async {
    let store = makeStore(GitHubAPIClient { _ in [] })
    await store.send(\.binding.query, "c") { $0.query = "c" }
    await scheduler.advance(by: .seconds(0.2))
    await store.send(\.binding.query, "ca") { $0.query = "ca" }
    await scheduler.advance(by: .seconds(0.2))
    await scheduler.advance(by: .seconds(0.1))
    await store.receive(\.queryChangeDebounced) { $0.isLoading = true }
    await store.receive(\.searchRepositoriesResponse.success) { $0.isLoading = false }
  }

  @Test func `a test that lets 0.2 seconds pass fails`() async {
    let store = makeStore(GitHubAPIClient { _ in [] })
    await store.send(\.binding.query, "c") { $0.query = "c" }
    await scheduler.advance(by: .seconds(0.2))
    await withKnownIssue {
      await store.receive(\.queryChangeDebounced) { $0.isLoading = true }
    } matching: {
      "\($0)".contains("but received none")
    }
    await store.skipInFlightEffects()
  }

  @Test func `what is typed is asked of the host, and shown`() async throws {
    try #require(LocalHosts.areThere)
    let store = makeStore(.liveValue)
    store.exhaustivity = .off
    await store.send(\.binding.query, "macho")
    await scheduler.advance(by: .seconds(0.3))
    await store.receive(\.searchRepositoriesResponse.success, timeout: .seconds(30))
    #expect(store.state.repositories.map(\.fullName) == ["macho/1", "macho/2"])
    #expect(store.state.repositories.map(\.stargazersCount) == [100, 50])
  }

  @Test func `a host that is unavailable is an alert, which is dismissed`() async throws {
    try #require(LocalHosts.areThere)
    let store = makeStore(.liveValue)
    await store.send(\.binding.query, "unavailable") { $0.query = "unavailable" }
    await scheduler.advance(by: .seconds(0.3))
    await store.receive(\.queryChangeDebounced) { $0.isLoading = true }
    await store.receive(\.searchRepositoriesResponse.failure, timeout: .seconds(30)) {
      $0.isLoading = false
      $0.alert = .networkError
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func `the preview of success shows what its client finds`() async {
    let store = preview().store
    await store.send(.onAppear).finish()
    #expect(store.state == RepositoryList.State())
  }

  @Test func `the preview of failure shows the alert`() async {
    let store = previewOfFailure().store
    await store.send(.onAppear).finish()
    #expect(store.state.alert == .networkError)
  }
}
