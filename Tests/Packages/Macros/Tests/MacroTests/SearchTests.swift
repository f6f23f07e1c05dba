import ComposableMacros
import Dispatch
import Search
import Testing

@MainActor
@Suite struct `the repository search, written with macros` {
  private struct Offline: Error {}

  private nonisolated static let cat = Repository(id: 1, fullName: "octo/cat")
  private nonisolated static let dog = Repository(id: 2, fullName: "octo/dog")

  private let queue = DispatchQueue.test
  private let queries = LockIsolated<[String]>([])

  private func makeStore(
    _ search: @escaping @Sendable (String) async throws -> [Repository] = { _ in [cat, dog] }
  ) -> TestStoreOf<RepositorySearch> {
    TestStore(initialState: RepositorySearch.State()) {
      RepositorySearch()
    } withDependencies: { [queries] in
      $0.mainQueue = queue.eraseToAnyScheduler()
      $0.repositories.search = { query in
        queries.withValue { $0.append(query) }
        return try await search(query)
      }
    }
  }

  @Test func `loads when it appears`() async {
    let store = makeStore()
    await store.send(.appeared) { $0.isLoading = true }
    await store.receive(\.found.success, [Self.cat, Self.dog]) {
      $0.isLoading = false
      $0.rows = [.init(repository: Self.cat), .init(repository: Self.dog)]
    }
  }

  @Test func `searches when typing pauses for 0.3 seconds`() async {
    let store = makeStore()
    await store.send(\.binding.query, "c") { $0.query = "c" }
    await queue.advance(by: .milliseconds(200))
    await store.send(\.binding.query, "ca") { $0.query = "ca" }
    await queue.advance(by: .milliseconds(299))
    #expect(queries.value == [])
    await queue.advance(by: .milliseconds(1))
    await store.receive(\.queryChangeSettled) { $0.isLoading = true }
    await store.receive(\.found.success) {
      $0.isLoading = false
      $0.rows = [.init(repository: Self.cat), .init(repository: Self.dog)]
    }
    #expect(queries.value == ["ca"])
  }

  @Test func `offers a retry after an error`() async {
    let store = makeStore { [queries] _ in
      if queries.count == 1 { throw Offline() }
      return [Self.cat]
    }
    await store.send(.appeared) { $0.isLoading = true }
    await store.receive(\.found.failure) {
      $0.isLoading = false
      $0.alert = AlertState {
        TextState("Cannot search")
      } actions: {
        ButtonState(action: .retryButtonTapped) { TextState("Try again") }
      } message: {
        TextState("Offline()")
      }
    }
    await store.send(\.alert.retryButtonTapped) {
      $0.alert = nil
      $0.isLoading = true
    }
    await store.receive(\.found.success) {
      $0.isLoading = false
      $0.rows = [.init(repository: Self.cat)]
    }
  }

  @Test func `shows favorites of the detail screen in the list, and keeps them`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(\.found.success)
    await store.send(\.rows[id: 2].favoriteButtonTapped) { $0.rows[id: 2]?.isFavorite = true }
    await store.send(.rowTapped(id: 1)) {
      $0.path.append(.detail(RepositoryDetail.State(row: .init(repository: Self.cat))))
    }
    await store.send(\.path[id: 0].detail.row.favoriteButtonTapped) {
      $0.rows[id: 1]?.isFavorite = true
    }
    await store.send(\.path[id: 0].detail.closeButtonTapped)
    await store.receive(\.path.popFrom) { $0.path = StackState() }
    await store.send(.appeared)
    await store.receive(\.found.success)
    #expect(store.state.rows.map(\.isFavorite) == [true, true])
  }
}
