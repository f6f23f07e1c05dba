import Composable
import GitHubClient

/// The result of a search. It knows the interface of the client only.
public struct RepositoryList: Reducer {
  public struct State: Equatable {
    public var repositories: IdentifiedArrayOf<Repository> = []
    public var query = "swift"
    public var isLoading = false
    public var failure: String?

    public init() {}
  }

  public enum Action: BindableAction {
    case appeared
    case queryDebounced
    case searchRepositoriesResponse(Result<[Repository], any Error>)
    case binding(BindingAction<State>)
  }

  private enum CancelID { case typing }

  @Dependency(\.gitHub) private var gitHub
  @Dependency(\.mainQueue) private var mainQueue

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .appeared, .queryDebounced:
        state.isLoading = true
        state.failure = nil
        return .run { [gitHub, query = state.query] send in
          await send(
            .searchRepositoriesResponse(
              Result { try await gitHub.searchRepositories(query) }))
        }
      case .searchRepositoriesResponse(.success(let repositories)):
        state.isLoading = false
        state.repositories = IdentifiedArray(uniqueElements: repositories)
        return .none
      case .searchRepositoriesResponse(.failure(let error)):
        state.isLoading = false
        state.failure = "\(error)"
        return .none
      case .binding(\.query):
        return .run { await $0(.queryDebounced) }
          .debounce(id: CancelID.typing, for: .seconds(0.3), scheduler: mainQueue)
      case .binding: return .none
      }
    }
  }
}
