import Composable
import Testing

/// An alert that is answered by another alert.
private struct Retry: Reducer {
  struct State: Equatable {
    @PresentationState var alert: AlertState<Alert>?
    @PresentationState var destination: Destination?
  }

  enum Destination: Equatable { case alert(AlertState<Alert>) }
  enum DestinationAction: Equatable { case alert(Alert) }
  enum Alert: Equatable, Sendable { case retry, giveUp }

  enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    case destination(PresentationAction<DestinationAction>)
    case show
  }

  static var failed: AlertState<Alert> {
    AlertState {
      TextState("Failed")
    } actions: {
      ButtonState(action: .retry) { TextState("Retry") }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .show:
        state.alert = Self.failed
        state.destination = .alert(Self.failed)
      case .alert(.presented(.retry)): state.alert = Self.failed
      case .destination(.presented(.alert(.retry))): state.destination = .alert(Self.failed)
      case .alert, .destination: break
      }
      return .none
    }
    .ifLet(\.$alert, action: /Action.alert)
    .ifLet(\.$destination, action: /Action.destination) {
      EmptyReducer<Destination, DestinationAction>()
    }
  }
}

@MainActor
@Suite struct AlertAnswerTests {
  @Test func `An alert that answers an alert stays, although it looks the same`() async {
    let store = TestStore(initialState: Retry.State()) { Retry() }
    await store.send(.show) {
      $0.alert = Retry.failed
      $0.destination = .alert(Retry.failed)
    }
    await store.send(.alert(.presented(.retry)))
    await store.send(.destination(.presented(.alert(.retry))))
    await store.send(.alert(.presented(.giveUp))) { $0.alert = nil }
    await store.send(.destination(.presented(.alert(.giveUp)))) { $0.destination = nil }
  }

  @Test func `Equal alerts have different identities`() {
    #expect(Retry.failed == Retry.failed)
    #expect(Retry.failed.id != Retry.failed.id)
  }
}
