/// The content of the repository list, in every architecture.
struct RepositoryList: Equatable, Sendable {
  var query = "swift"
  var isLoading = false
  var repositories: [Repository] = []
  var errorMessage = ""
  var isShownError = false
  var shouldShowIcon = false

  /// The visible names of the rows.
  var names: [String] { repositories.map(\.fullName) }
}

/// A user input of the repository list.
enum RepositoryListInput: Equatable, Sendable {
  case appeared
  case queryChanged(String)
  case retryButtonTapped
  case errorDismissed
}
