import CombineSchedulers
import ComposableArchitecture
import Foundation
import SeedGitHub
import SeedLocalHosts
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

  @Test func `a query starts after a pause of 0.3 seconds`() async {
    let store = makeStore(GitHubAPIClient { _ in [] })
    await store.send(\.binding.query, "c") { $0.query = "c" }
    await scheduler.advance(by: .seconds(0.2))
    await store.send(\.binding.query, "ca") { $0.query = "ca" }
    await scheduler.advance(by: .seconds(0.2))
    await scheduler.advance(by: .seconds(0.1))
    await store.receive(\.queryChangeDebounced) { $0.isLoading = true }
    await store.receive(\.searchRepositoriesResponse.success) { $0.isLoading = false }
  }

  @Test func `a test that advances by 0.2 seconds fails`() async {
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

  @Test func `the query is sent to the host, and the result is shown`() async throws {
    try #require(LocalHosts.areThere)
    let store = makeStore(.liveValue)
    store.exhaustivity = .off
    await store.send(\.binding.query, "macho")
    await scheduler.advance(by: .seconds(0.3))
    await store.receive(\.searchRepositoriesResponse.success, timeout: .seconds(30))
    #expect(store.state.repositories.map(\.fullName) == ["macho/1", "macho/2"])
    #expect(store.state.repositories.map(\.stargazersCount) == [100, 50])
  }

  @Test func `an unavailable host shows an alert, which is dismissed`() async throws {
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

  @Test func `the success preview shows its client's results`() async {
    let store = preview().store
    await store.send(.onAppear).finish()
    #expect(store.state == RepositoryList.State())
  }

  @Test func `the failure preview shows the alert`() async {
    let store = previewOfFailure().store
    await store.send(.onAppear).finish()
    #expect(store.state.alert == .networkError)
  }
}
