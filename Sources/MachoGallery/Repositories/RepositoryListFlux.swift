import MachoArchitectures

/// The actions of the list's store.
enum RepositoryListAction: Equatable, Sendable {
  case updateQuery(String)
  case startLoading
  case updateRepositories([Repository])
  case updateErrorMessage(String)
  case showError
  case dismissError
  case showIcon
}

/// Handles user input and dispatches the resulting actions.
final class RepositoryListActionCreator: ActionCreator {
  let dispatcher: Dispatcher<RepositoryListAction>
  private let store: FluxStore<RepositoryList, RepositoryListAction>
  private let tasks: TaskRunner
  private let services = RepositoryServices()

  init(
    dispatcher: Dispatcher<RepositoryListAction>,
    store: FluxStore<RepositoryList, RepositoryListAction>, tasks: TaskRunner
  ) {
    self.dispatcher = dispatcher
    self.store = store
    self.tasks = tasks
  }

  func perform(_ input: RepositoryListInput) {
    switch input {
    case .appeared:
      if services.recordAppearance() { dispatch(.showIcon) }
      search()
    case .queryChanged(let query):
      dispatch(.updateQuery(query))
      tasks.start("typing", replacing: true) { [self] in
        try await services.waitForTyping()
        search()
      }
    case .retryButtonTapped: search()
    case .errorDismissed: dispatch(.dismissError)
    }
  }

  private func search() {
    let query = store.state.query
    dispatch(.startLoading)
    tasks.start("search", replacing: true) { [self] in
      switch try await services.search(query) {
      case .success(let repositories):
        dispatch(.updateRepositories(repositories))
      case .failure(let error):
        dispatch(.updateErrorMessage(RepositoryServices.message(for: error)))
        dispatch(.showError)
      }
    }
  }
}

extension RepositoryList {
  /// Applies an action to the store's state.
  @Sendable static func update(_ list: inout RepositoryList, _ action: RepositoryListAction) {
    switch action {
    case .updateQuery(let query): list.query = query
    case .startLoading:
      list.isShownError = false
      list.isLoading = true
    case .updateRepositories(let repositories):
      list.isLoading = false
      list.repositories = repositories
    case .updateErrorMessage(let message):
      list.isLoading = false
      list.errorMessage = message
    case .showError: list.isShownError = true
    case .dismissError: list.isShownError = false
    case .showIcon: list.shouldShowIcon = true
    }
  }
}
