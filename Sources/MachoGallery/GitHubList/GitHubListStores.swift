import MachoArchitectures
import MachoLocks

/// What the list, its alert and its detail screens display: the states of all stores.
package struct GitHubListScreen: Equatable, Sendable {
  var list = GitHubListState()
  var alert = GitHubAlertState()
  /// The repositories of the pushed detail screens.
  var path: [GitHub.Repository] = []

  package init() {}
}

/// The state of the list.
struct GitHubListState: Equatable, Sendable {
  var repositories: [GitHub.Repository] = []
  var shouldShowIcon = false
}

/// The state of the alert.
struct GitHubAlertState: Equatable, Sendable {
  var errorMessage = ""
  var isShownError = false
}

typealias GitHubListStore = FluxStore<GitHubListState, GitHubListAction>

/// The stores, which share a dispatcher.
package final class GitHubListStores: Sendable {
  /// The stores of the app, which a test replaces.
  package static let shared = GitHubListStores()

  private let path: GitHubPathStore
  private let list: GitHubListStore
  private let alert: FluxStore<GitHubAlertState, GitHubListAction>
  private let lateList = Lock<GitHubListStore?>(nil)

  package init(
    _ screen: GitHubListScreen = GitHubListScreen(), dispatcher: GitHubListDispatcher = .shared
  ) {
    // Registered before the list that it waits for.
    path = GitHubPathStore(screen.path, dispatcher: dispatcher) { [weak lateList] in
      lateList?.withLock { $0 }
    }
    list = FluxStore(screen.list, dispatcher: dispatcher) { list, action in
      switch action {
      case .updateRepositories(let repositories): list.repositories = repositories
      case .showIcon: list.shouldShowIcon = true
      case .updateErrorMessage, .showError, .dismissError, .push, .pop: break
      }
    }
    alert = FluxStore(screen.alert, dispatcher: dispatcher) { alert, action in
      switch action {
      case .updateErrorMessage(let message): alert.errorMessage = message
      case .showError: alert.isShownError = true
      case .dismissError: alert.isShownError = false
      case .updateRepositories, .showIcon, .push, .pop: break
      }
    }
    lateList.withLock { $0 = list }
  }

  /// The states of all stores.
  package var screen: GitHubListScreen {
    var screen = GitHubListScreen()
    screen.list = list.state
    screen.alert = alert.state
    screen.path = path.state
    return screen
  }

  /// Replaces the states of all stores, for time travel.
  package func restore(_ screen: GitHubListScreen) {
    list.restore(screen.list)
    alert.restore(screen.alert)
    path.restore(screen.path)
  }

  /// Returns the repository of a row.
  package func repository(_ id: GitHub.Repository.ID) -> GitHub.Repository? {
    list.state.repositories.first { $0.id == id }
  }

  /// Whether a detail screen is shown.
  package var hasDetail: Bool { !path.state.isEmpty }
}
