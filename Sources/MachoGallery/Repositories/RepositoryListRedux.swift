import MachoArchitectures

extension RepositoryList {
  /// The actions of the list in a Redux store.
  enum Message: Action, Equatable {
    case queryTyped(String)
    case iconShown
    case requestStart
    case requestSuccess([Repository])
    case requestError(String)
    case errorDismissed
  }

  /// The thunks of the list.
  enum Creator {
    case appeared
    case typeQuery(String)
    case fetchRepositories
  }

  static let reducer = ReduxReducer<RepositoryList>(for: Message.self) { list, message in
    switch message {
    case .queryTyped(let query): list.query = query
    case .iconShown: list.shouldShowIcon = true
    case .requestStart:
      list.isShownError = false
      list.isLoading = true
    case .requestSuccess(let repositories):
      list.isLoading = false
      list.repositories = repositories
    case .requestError(let text):
      list.isLoading = false
      list.errorMessage = text
      list.isShownError = true
    case .errorDismissed: list.isShownError = false
    }
  }
}

extension RepositoryList.Creator: ThunkCreator {
  private typealias Message = RepositoryList.Message

  var thunk: Thunk<RepositoryList> {
    let services = RepositoryServices()
    switch self {
    case .appeared:
      return Thunk("appear") { store in
        if services.recordAppearance() { store.dispatch(Message.iconShown) }
        store.dispatch(Self.search)
      }
    case .typeQuery(let query):
      return Thunk("typing", replacing: true) { store in
        store.dispatch(Message.queryTyped(query))
        try await services.waitForTyping()
        store.dispatch(Self.search)
      }
    case .fetchRepositories: return Self.search
    }
  }

  private static var search: Thunk<RepositoryList> {
    let services = RepositoryServices()
    return Thunk("search", replacing: true) { store in
      store.dispatch(Message.requestStart)
      switch try await services.search(store.state.query) {
      case .success(let repositories):
        store.dispatch(Message.requestSuccess(repositories))
      case .failure(let error):
        store.dispatch(Message.requestError(RepositoryServices.message(for: error)))
      }
    }
  }
}
