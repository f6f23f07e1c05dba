import ComposableMacros
import Testing

// Declarations that name what the macros would add.

@Reducer
private struct Stated: Reducer {
  @ObservableState
  struct State: Equatable {}
  enum Action: CasePathable { case tap }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct NamedTypes {
  var body: some Reducer<Int, Bool> {
    Reduce { state, action in
      state += action ? 1 : 0
      return .none
    }
  }
}

@Reducer
private struct NamedByValue {
  let body = EmptyReducer<Int, String>()
}

@Reducer
private struct NamedFeature {
  var body: some ReducerOf<NamedTypes> { NamedTypes() }
}

@CasePathable
private enum Choice: CasePathable {
  case one
  case two(Int)
}

@DependencyClient
private struct Client {
  var find: @Sendable (_ id: Int) async -> String?
  var now: () -> Int?
}

@MainActor
@Suite struct StatedConformanceTests {
  @Test func `A stated conformance is not added again`() {
    let reducer: any Reducer<Stated.State, Stated.Action> = Stated()
    _ = reducer
    #expect(Choice.two(3)[case: \.two] == 3)
  }

  @Test func `The types that a body names are the feature's`() async {
    let store = TestStore(initialState: 1) { NamedTypes() }
    await store.send(true) { $0 = 2 }
    let named = TestStore(initialState: 1) { NamedFeature() }
    await named.send(true) { $0 = 2 }
    let byValue = TestStore(initialState: 1) { NamedByValue() }
    await byValue.send("")
  }

  @Test func `An endpoint that returns an optional needs no default`() async {
    let messages = await issues {
      #expect(await Client().find(id: 1) == nil)
      #expect(Client().now() == nil)
    }
    #expect(messages.count == 2)
  }
}
