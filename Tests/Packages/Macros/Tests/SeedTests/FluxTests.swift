import OpenCombineShim
import SeedLocalHosts
import SeedSwiftUI
import Testing

@testable import SeedFlux

@MainActor
@Suite struct `the document's Flux` {
  @Test func `its service requests repositories from the host`() async throws {
    try #require(LocalHosts.areThere)
    let dispatcher = GitHubListDispatcher()
    let store = GitHubListStore(dispatcher: dispatcher)
    let creator = GitHubActionCreator(dispatcher: dispatcher)
    // SAFETY: the service receives its response on the main queue.
    nonisolated(unsafe) var token: AnyCancellable?
    creator.onAppear()
    await withCheckedContinuation { continuation in
      token = store.$repositories.first { !$0.isEmpty }.sink { _ in continuation.resume() }
    }
    token?.cancel()
    #expect(store.repositories.map(\.fullName) == ["SwiftUI/1", "SwiftUI/2"])
    #expect(store.repositories.map(\.owner.login) == ["SwiftUI", "SwiftUI"])
  }

  @Test func `its app shows the list`() {
    #expect(Screen(MyApp()).texts.count == 1)
  }
}
