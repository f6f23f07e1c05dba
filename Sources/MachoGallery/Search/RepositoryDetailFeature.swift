import Composable

/// A detail screen of one repository.
struct RepositoryDetailFeature: Reducer {
  struct State: Equatable {
    var row: RepositoryRowFeature.State
  }

  enum Action: Equatable {
    case row(RepositoryRowFeature.Action)
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Scope(state: \.row, action: /Action.row) { RepositoryRowFeature() }
    Reduce { _, action in
      switch action {
      case .row:
        return .none

      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}
