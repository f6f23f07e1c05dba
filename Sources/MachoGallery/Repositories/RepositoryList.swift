/// What the list of repositories shows, in whichever architecture it is written.
struct RepositoryList: Equatable, Sendable {
  var query = "swift"
  var isLoading = false
  var repositories: [Repository] = []
  var errorMessage = ""
  var isShownError = false
  var shouldShowIcon = false

  /// The rows as a person reads them.
  var names: [String] { repositories.map(\.fullName) }
}

/// What a person does with it.
enum RepositoryListInput: Equatable, Sendable {
  case appeared
  case queryChanged(String)
  case retryButtonTapped
  case errorDismissed
}
