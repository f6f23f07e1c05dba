import ComposableArchitecture

@Reducer
public struct RepositoryRow: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable {
    public var repository: Repository
    public var isFavorite = false

    public var id: Int { repository.id }

    public init(repository: Repository) {
      self.repository = repository
    }
  }

  public enum Action: Equatable {
    case favoriteButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .favoriteButtonTapped:
        state.isFavorite.toggle()
        return .none
      }
    }
  }
}
