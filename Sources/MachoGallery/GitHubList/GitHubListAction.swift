import MachoArchitectures

/// The actions of the list.
package enum GitHubListAction: Equatable, Sendable {
  case updateRepositories([GitHub.Repository])
  case updateErrorMessage(String)
  case showError
  case dismissError
  case showIcon
  case push(GitHub.Repository)
  case pop
}

package typealias GitHubListDispatcher = Dispatcher<GitHubListAction>

extension GitHubListDispatcher {
  /// The dispatcher of the app, which a test replaces.
  package static let shared = GitHubListDispatcher()
}

/// A user input of the list and of the detail screen.
package enum GitHubListInput: Equatable, Sendable {
  case onAppear
  case rowTapped(id: GitHub.Repository.ID)
  case backButtonTapped
  case errorDismissed
}
