import ComposableArchitecture

/// A repository search. The favorites are shared by all screens, and change without actions.
@Reducer
public struct SearchFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var query = "swift"
    public var isLoading = false
    public var rows: IdentifiedArrayOf<RepositoryRowFeature.State> = []
    public var path = StackState<RepositoryDetailFeature.State>()
    @Presents public var alert: AlertState<Action.Alert>?

    public init() {}

    public var favorites: [String] { rows.filter(\.isFavorite).map(\.repository.fullName) }
  }

  public enum Action: BindableAction, Sendable {
    case appeared
    case binding(BindingAction<State>)
    case queryChangeSettled
    case searchResponse(Result<[Repository], any Error>)
    case rowTapped(id: Repository.ID)
    case rows(IdentifiedActionOf<RepositoryRowFeature>)
    case path(StackActionOf<RepositoryDetailFeature>)
    case alert(PresentationAction<Alert>)
    case task

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case retryButtonTapped
    }
  }

  private enum CancelID {
    case typing
    case search
  }

  @Dependency(\.gitHub) var gitHub
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
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
        // The favorites are shared, so repositories that are found again remain favorites.
        state.rows = IdentifiedArray(
          repositories.map { RepositoryRowFeature.State(repository: $0) },
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

      case .task:
        return .run { _ in
          for await id in gitHub.favorites() {
            @Shared(.isFavorite(id)) var isFavorite
            $isFavorite.withLock { $0 = true }
          }
        }

      case .binding, .rows, .path, .alert:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { RepositoryRowFeature() }
    .forEach(\.path, action: \.path) { RepositoryDetailFeature() }
    .ifLet(\.$alert, action: \.alert)
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
