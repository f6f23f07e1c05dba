import ComposableArchitecture

@Reducer
public struct RepositoryDetail: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var row: RepositoryRow.State

    public init(row: RepositoryRow.State) {
      self.row = row
    }
  }

  public enum Action {
    case closeButtonTapped
    case row(RepositoryRow.Action)
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.row, action: \.row) { RepositoryRow() }
    Reduce { _, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .row:
        return .none
      }
    }
  }
}
