import Composable

/// A row of the list: a repository that can be marked as a favorite.
struct RepositoryRowFeature: Reducer {
  struct State: Equatable, Identifiable {
    var repository: Repository
    var isFavorite = false

    var id: Int { repository.id }
  }

  enum Action: Equatable {
    case favoriteButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .favoriteButtonTapped:
        state.isFavorite.toggle()
        return .none
      }
    }
  }
}
