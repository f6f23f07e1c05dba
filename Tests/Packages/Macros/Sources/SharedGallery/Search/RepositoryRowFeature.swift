import ComposableArchitecture

extension SharedKey where Self == AppStorageKey<Bool>.Default {
  /// Whether a repository is a favorite, on each screen.
  static func isFavorite(_ id: Repository.ID) -> Self {
    Self[.appStorage("favorite-\(id)"), default: false]
  }
}

/// A row of the list: a repository that can be marked as a favorite.
@Reducer
public struct RepositoryRowFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    public var repository: Repository
    @Shared public var isFavorite: Bool

    public var id: Int { repository.id }

    public init(repository: Repository) {
      self.repository = repository
      _isFavorite = Shared(.isFavorite(repository.id))
    }
  }

  public enum Action: Equatable, Sendable {
    case favoriteButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .favoriteButtonTapped:
        state.$isFavorite.withLock { $0.toggle() }
        return .none
      }
    }
  }
}

/// A detail screen of one repository.
@Reducer
public struct RepositoryDetailFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var row: RepositoryRowFeature.State
  }

  public enum Action: Equatable, Sendable {
    case row(RepositoryRowFeature.Action)
    case closeButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.row, action: \.row) { RepositoryRowFeature() }
    Reduce { _, action in
      switch action {
      case .row: .none
      case .closeButtonTapped: .run { _ in await dismiss() }
      }
    }
  }
}
