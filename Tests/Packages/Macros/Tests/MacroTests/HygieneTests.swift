import ComposableMacros
import Testing

/// Types of a user's own that are named as those of the runtime are.
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
@Suite struct `what macros write` {
  @Test func `means the runtime's types, whatever the user's are called`() {
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
  @Test func `holds for the generated state and actions`() {
    func areEqual<Value: Equatable>(_ lhs: Value, _ rhs: Value) -> Bool { lhs == rhs }
    #expect(areEqual(Composed.State.nothing(.init()), .nothing(.init())))
    #expect(areEqual([Composed.Action](), []))
  }
}
