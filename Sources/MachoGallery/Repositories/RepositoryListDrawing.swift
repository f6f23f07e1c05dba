/// The drawing instructions of the list's view.
enum RepositoryListDrawing: Equatable, Sendable {
  case query(String)
  case spinner(isShown: Bool)
  case repositories([Repository])
  case error(String)
  case noError
  case icon(isShown: Bool)
}

extension RepositoryList {
  /// Applies a drawing instruction to the screen.
  @Sendable static func draw(_ list: inout RepositoryList, _ drawing: RepositoryListDrawing) {
    switch drawing {
    case .query(let query): list.query = query
    case .spinner(let isShown): list.isLoading = isShown
    case .repositories(let repositories): list.repositories = repositories
    case .error(let message):
      list.errorMessage = message
      list.isShownError = true
    case .noError: list.isShownError = false
    case .icon(let isShown): list.shouldShowIcon = isShown
    }
  }
}
