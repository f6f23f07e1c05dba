import CombineSchedulers
import ComposableArchitecture
import IdentifiedCollections

@Reducer
public struct RepositorySearch: Sendable {
  @Reducer
  public enum Path {
    case detail(RepositoryDetail)
  }

  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var isLoading = false
    public var path = StackState<Path.State>()
    public var query = ""
    public var rows: IdentifiedArrayOf<RepositoryRow.State> = []

    public init() {}
  }

  public enum Action: BindableAction {
    case alert(PresentationAction<Alert>)
    case appeared
    case binding(BindingAction<State>)
    case found(Result<[Repository], any Error>)
    case path(StackActionOf<Path>)
    case queryChangeSettled
    case rowTapped(id: Repository.ID)
    case rows(IdentifiedActionOf<RepositoryRow>)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case retryButtonTapped
    }
  }

  private enum CancelID {
    case search
    case typing
  }

  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.repositories) var repositories

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .appeared, .queryChangeSettled, .alert(.presented(.retryButtonTapped)):
        state.isLoading = true
        return .run { [query = state.query] send in
          await send(.found(Result { try await repositories.search(query: query) }))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)
      case .binding(\.query):
        return .send(.queryChangeSettled)
          .debounce(id: CancelID.typing, for: .milliseconds(300), scheduler: mainQueue)
      case .found(.success(let found)):
        state.isLoading = false
        state.rows = IdentifiedArray(
          uniqueElements: found.map { state.rows[id: $0.id] ?? RepositoryRow.State(repository: $0) }
        )
        return .none
      case .found(.failure(let error)):
        state.isLoading = false
        state.alert = AlertState {
          TextState("Cannot search")
        } actions: {
          ButtonState(action: .retryButtonTapped) { TextState("Try again") }
        } message: {
          TextState("\(error)")
        }
        return .none
      case .path(.element(_, .detail(.row))):
        for case .detail(let detail) in state.path { state.rows[id: detail.row.id] = detail.row }
        return .none
      case .rowTapped(let id):
        guard let row = state.rows[id: id] else { return .none }
        state.path.append(.detail(RepositoryDetail.State(row: row)))
        return .none
      case .alert, .binding, .path, .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { RepositoryRow() }
    .forEach(\.path, action: \.path)
    .ifLet(\.$alert, action: \.alert)
  }
}

extension RepositorySearch.Path.State: Equatable {}
