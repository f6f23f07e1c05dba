import ComposableArchitecture

/// The content of the repository list. Effects write the results, without actions.
@ObservableState
public struct RepositoryList: Equatable, Sendable {
  public var query = "swift"
  @Shared(.inMemory("isLoading")) public var isLoading = false
  @Shared(.inMemory("repositories")) public var repositories: [Repository] = []
  public var errorMessage = ""
  public var isShownError = false
  public var shouldShowIcon = false

  public init() {}

  /// The visible names of the rows.
  public var names: [String] { repositories.map(\.fullName) }
}

/// The repository list as a reducer with shared results.
@Reducer
public struct RepositoryListFeature: Sendable {
  public typealias State = RepositoryList

  public enum Action: Sendable {
    case appeared
    case queryChanged(String)
    case queryChangeSettled
    case retryButtonTapped
    case errorDismissed
    case searchFailed(any Error)
  }

  private enum CancelID { case typing, search }

  @Dependency(\.gitHub) var gitHub
  @Dependency(\.listServices) var services
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        services.log(.listView)
        state.shouldShowIcon = services.isOn(.showIcon)
        return search(&state)

      case .queryChanged(let query):
        state.query = query
        return .run { send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.queryChangeSettled)
        }
        .cancellable(id: CancelID.typing, cancelInFlight: true)

      case .queryChangeSettled, .retryButtonTapped:
        return search(&state)

      case .errorDismissed:
        state.isShownError = false
        return .none

      case .searchFailed(let error):
        state.errorMessage =
          error as? GitHubError == .unreadable ? "parse error" : "network error"
        state.isShownError = true
        return .none
      }
    }
  }

  private func search(_ state: inout State) -> Effect<Action> {
    state.isShownError = false
    state.$isLoading.withLock { $0 = true }
    return .run {
      [query = state.query, isLoading = state.$isLoading, repositories = state.$repositories] send
      in
      let result = await Result { try await gitHub.searchRepositories(query) }
      try Task.checkCancellation()
      isLoading.withLock { $0 = false }
      switch result {
      case .success(let found): repositories.withLock { $0 = found }
      case .failure(let error): await send(.searchFailed(error))
      }
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }
}
