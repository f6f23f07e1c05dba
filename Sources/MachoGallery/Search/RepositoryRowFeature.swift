import Composable

/// One repository in the list, which can be marked as a favourite.
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
