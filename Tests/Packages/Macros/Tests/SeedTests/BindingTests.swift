import ComposableArchitecture
import Testing

@testable import SeedBinding

@MainActor
@Suite struct `the document's bindings` {
  @Test func `a binding is set before the feature receives the action`() async {
    let store = TestStore(initialState: AnyBinding.State()) { AnyBinding() }
    await store.send(.binding(.set(\.query, "c"))) {
      $0.query = "c"
      $0.changes = 1
    }
  }

  @Test func `a feature can match the binding of one property`() async {
    let store = TestStore(initialState: QueryBinding.State()) { QueryBinding() }
    await store.send(\.binding.query, "c") {
      $0.query = "c"
      $0.queryChanges = 1
    }
    await store.send(\.binding.language, "Swift") { $0.language = "Swift" }
  }
}
