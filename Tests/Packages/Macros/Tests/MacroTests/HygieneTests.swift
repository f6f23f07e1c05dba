import ComposableMacros
import Testing

/// User-defined types with the names of the runtime's types.
private enum Shop {
  struct AnyCasePath {}
  struct EmptyReducer {}
  struct PresentationState {}
  struct Reduce {}
  struct ReducerBuilder {}
  struct Scope {}
  struct Store {}

  @Reducer
  struct Nothing {}

  @Reducer
  enum Destination {
    case nothing(Nothing)
    case other
  }

  @Reducer
  struct Feature {
    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
      var store = 0
    }

    enum Action {
      case destination(PresentationAction<Destination.Action>)
      case opened
    }

    var body: some ReducerOf<Self> {
      Composable.Reduce { state, action in
        switch action {
        case .destination: break
        case .opened: state.destination = .nothing(Nothing.State())
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }
}

extension Shop.Destination.State: Equatable {}

@MainActor
@Suite struct `generated code` {
  @Test func `refers to the runtime's types, regardless of the user's names`() {
    let store = Store(initialState: Shop.Feature.State()) { Shop.Feature() }
    store.send(.opened)
    #expect(store.state.destination == .nothing(Shop.Nothing.State()))
    store.send(.destination(.dismiss))
    #expect(store.state.destination == nil)
  }
}

@Reducer(state: .equatable, .sendable, action: .equatable)
private enum Composed {
  case nothing(Shop.Nothing)
}

@Suite struct `a composed conformance` {
  @Test func `applies to the generated state and actions`() {
    func areEqual<Value: Equatable>(_ lhs: Value, _ rhs: Value) -> Bool { lhs == rhs }
    #expect(areEqual(Composed.State.nothing(.init()), .nothing(.init())))
    #expect(areEqual([Composed.Action](), []))
  }
}
