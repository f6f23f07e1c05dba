import Composable

/// The repository list as a reducer.
struct RepositoryListFeature: Reducer {
  typealias State = RepositoryList

  enum Action {
    case appeared
    case queryChanged(String)
    case queryChangeSettled
    case retryButtonTapped
    case errorDismissed
    case searchResponse(Result<[Repository], any Error>)
  }

  private enum CancelID { case typing, search }

  private let services = RepositoryServices()

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.shouldShowIcon = services.recordAppearance()
        return search(&state)

      case .queryChanged(let query):
        state.query = query
        return .run { send in
          try await services.waitForTyping()
          await send(.queryChangeSettled)
        }
        .cancellable(id: CancelID.typing, cancelInFlight: true)

      case .queryChangeSettled, .retryButtonTapped:
        return search(&state)

      case .errorDismissed:
        state.isShownError = false
        return .none

      case .searchResponse(.success(let repositories)):
        state.isLoading = false
        state.repositories = repositories
        return .none

      case .searchResponse(.failure(let error)):
        state.isLoading = false
        state.errorMessage = RepositoryServices.message(for: error)
        state.isShownError = true
        return .none
      }
    }
  }

  private func search(_ state: inout State) -> Effect<Action> {
    state.isShownError = false
    state.isLoading = true
    return .run { [query = state.query] send in
      await send(.searchResponse(try await services.search(query)))
    }
    .cancellable(id: CancelID.search, cancelInFlight: true)
  }
}
