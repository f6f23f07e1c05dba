import ComposableArchitecture
import Foundation

@ObservableState
public struct FavoritingState<ID: Hashable & Sendable>: Equatable {
  @Presents public var alert: AlertState<FavoritingAction.Alert>?
  public let id: ID
  public var isFavorite: Bool

  public init(alert: AlertState<FavoritingAction.Alert>? = nil, id: ID, isFavorite: Bool) {
    self.alert = alert
    self.id = id
    self.isFavorite = isFavorite
  }
}

@CasePathable
public enum FavoritingAction {
  case alert(PresentationAction<Alert>)
  case buttonTapped
  case response(Result<Bool, any Error>)

  public enum Alert: Equatable {}
}

@Reducer
public struct Favoriting<ID: Hashable & Sendable> {
  let favorite: @Sendable (ID, Bool) async throws -> Bool

  public init(favorite: @escaping @Sendable (ID, Bool) async throws -> Bool) {
    self.favorite = favorite
  }

  public var body: some Reducer<FavoritingState<ID>, FavoritingAction> {
    Reduce { state, action in
      switch action {
      case .alert(.dismiss):
        state.alert = nil
        state.isFavorite.toggle()
        return .none

      case .alert:
        return .none

      case .buttonTapped:
        state.isFavorite.toggle()
        return .run { [id = state.id, isFavorite = state.isFavorite, favorite] send in
          await send(.response(Result { try await favorite(id, isFavorite) }))
        }
        .cancellable(id: CancelIdentifier(id: state.id), cancelInFlight: true)

      case .response(.failure(let error)):
        state.alert = AlertState { TextState(error.localizedDescription) }
        return .none

      case .response(.success(let isFavorite)):
        state.isFavorite = isFavorite
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

private struct CancelIdentifier<ID: Hashable & Sendable>: Hashable, Sendable {
  let id: ID
}

@Reducer
public struct Episode {
  @ObservableState
  public struct State: Equatable, Identifiable {
    public var alert: AlertState<FavoritingAction.Alert>?
    public let id: UUID
    public var isFavorite: Bool
    public let title: String

    public var favorite: FavoritingState<ID> {
      get { .init(alert: self.alert, id: self.id, isFavorite: self.isFavorite) }
      set { (self.alert, self.isFavorite) = (newValue.alert, newValue.isFavorite) }
    }
  }

  public enum Action {
    case favorite(FavoritingAction)
  }

  let favorite: @Sendable (UUID, Bool) async throws -> Bool

  public var body: some Reducer<State, Action> {
    Scope(state: \.favorite, action: \.favorite) {
      Favoriting(favorite: self.favorite)
    }
  }
}

@Reducer
public struct Episodes {
  @ObservableState
  public struct State: Equatable {
    public var episodes: IdentifiedArrayOf<Episode.State> = []
  }

  public enum Action {
    case episodes(IdentifiedActionOf<Episode>)
  }

  var favorite: @Sendable (UUID, Bool) async throws -> Bool

  public init(favorite: @escaping @Sendable (UUID, Bool) async throws -> Bool) {
    self.favorite = favorite
  }

  public var body: some Reducer<State, Action> {
    EmptyReducer()
      .forEach(\.episodes, action: \.episodes) {
        Episode(favorite: self.favorite)
      }
  }
}
