import ComposableArchitecture

/// Something in a list that can be reserved. It shows the wish at once, and goes back to what the
/// service has confirmed if the wish fails.
@Reducer
public struct Reservation<ID: Hashable & Sendable>: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    @Presents public var alert: AlertState<Never>?
    public let id: ID
    public var isConfirmed = false
    public var isReserved = false

    public init(id: ID) {
      self.id = id
    }
  }

  public enum Action: Sendable {
    case alert(PresentationAction<Never>)
    case answered(wish: Bool, Result<Bool, any Error>)
    case reserveButtonTapped
  }

  private struct CancelID: Hashable, Sendable {
    let id: ID
  }

  /// Asks for a reservation, or takes it back. Returns whether it is reserved then.
  let request: @Sendable (_ id: ID, _ isReserved: Bool) async throws -> Bool

  public init(request: @escaping @Sendable (_ id: ID, _ isReserved: Bool) async throws -> Bool) {
    self.request = request
  }

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .answered(_, .failure(let error)):
        state.isReserved = state.isConfirmed
        state.alert = AlertState {
          TextState("Not reserved")
        } actions: {
          ButtonState(role: .cancel) { TextState("Pity") }
        } message: {
          TextState("\(error)")
        }
        return .none
      case .answered(let wish, .success(let isReserved)):
        state.isConfirmed = isReserved
        state.isReserved = isReserved
        if wish && !isReserved {
          state.alert = AlertState { TextState("Somebody was faster") }
        }
        return .none
      case .reserveButtonTapped:
        state.isReserved.toggle()
        return .run { [id = state.id, wish = state.isReserved] send in
          await send(
            .answered(wish: wish, Result { try await request(id, wish) }), animation: .default)
        }
        .cancellable(id: CancelID(id: state.id), cancelInFlight: true)
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
