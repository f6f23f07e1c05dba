import Composable

/// A repository search with debounced typing, favorites and a detail screen.
struct SearchFeature: Reducer {
  struct State: Equatable {
    var query = "swift"
    var isLoading = false
    var rows: IdentifiedArrayOf<RepositoryRowFeature.State> = []
    var path = StackState<RepositoryDetailFeature.State>()
    @PresentationState var alert: AlertState<Action.Alert>?

    var favorites: [String] { rows.filter(\.isFavorite).map(\.repository.fullName) }
  }

  enum Action: BindableAction {
    case appeared
    case binding(BindingAction<State>)
    case queryChangeSettled
    case searchResponse(Result<[Repository], any Error>)
    case rowTapped(id: Repository.ID)
    case rows(IdentifiedActionOf<RepositoryRowFeature>)
    case path(StackAction<RepositoryDetailFeature.State, RepositoryDetailFeature.Action>)
    case alert(PresentationAction<Alert>)

    enum Alert: Equatable {
      case retryButtonTapped
    }
  }

  private enum CancelID {
    case typing
    case search
  }

  @Dependency(\.gitHub) var gitHub
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .appeared, .queryChangeSettled, .alert(.presented(.retryButtonTapped)):
        return search(&state)

      case .binding(\.query):
        return .send(.queryChangeSettled)
          .debounce(id: CancelID.typing, for: .milliseconds(300), clock: clock)

      case .searchResponse(.success(let repositories)):
        state.isLoading = false
        // A favorite that is found again remains a favorite.
        let favorites = Set(state.rows.lazy.filter(\.isFavorite).map(\.id))
        state.rows = IdentifiedArray(
          repositories.map { .init(repository: $0, isFavorite: favorites.contains($0.id)) },
          uniquingIDsWith: { first, _ in first })
        return .none

      case .searchResponse(.failure(let error)):
        state.isLoading = false
        state.alert = .cannotSearch(error)
        return .none

      case .rowTapped(let id):
        guard let row = state.rows[id: id] else { return .none }
        state.path.append(RepositoryDetailFeature.State(row: row))
        return .none

      case .path(.element(let id, .row)):
        // Applies changes on the detail screen to the list.
        guard let row = state.path[id: id]?.row else { return .none }
        state.rows[id: row.id] = row
        return .none

      case .binding, .rows, .path, .alert:
        return .none
      }
    }
    .forEach(\.rows, action: /Action.rows) { RepositoryRowFeature() }
    .forEach(\.path, action: /Action.path) { RepositoryDetailFeature() }
    .ifLet(\.$alert, action: /Action.alert)
  }

  /// Starts a search, and cancels an earlier one.
  private func search(_ state: inout State) -> Effect<Action> {
    guard !state.query.isEmpty else {
      state.isLoading = false
      state.rows = []
      return .cancel(id: CancelID.search)
    }
    state.isLoading = true
    return .run { [query = state.query] send in
      let repositories = try await gitHub.searchRepositories(query)
      await send(.searchResponse(.success(repositories)))
    } catch: { error, send in
      await send(.searchResponse(.failure(error)))
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }
}

extension AlertState where Action == SearchFeature.Action.Alert {
  fileprivate static func cannotSearch(_ error: any Error) -> Self {
    AlertState {
      TextState("Cannot search")
    } actions: {
      ButtonState(action: .retryButtonTapped) { TextState("Try again") }
      ButtonState(role: .cancel) { TextState("Leave it") }
    } message: {
      TextState("\(error)")
    }
  }
}
