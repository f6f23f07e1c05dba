import ComposableArchitecture

/// A tree, whose actions the view sends.
@Reducer
public struct Row {
  @ObservableState
  public struct State: Equatable, Identifiable {
    public var tree: Tree
    public var id: Int { tree.id }

    public init(tree: Tree) { self.tree = tree }
  }

  public enum Action: ViewAction, Equatable {
    case view(View)

    @CasePathable
    public enum View: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case grafted(Tree)
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
    Reduce { state, action in
      if case .view(.grafted(let tree)) = action { state.tree.kind = tree.kind }
      return .none
    }
  }
}

/// A note, a feature without macros.
public struct Note: Reducer {
  public struct State: Equatable {
    public var text = ""

    public init() {}
  }

  public enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cleared
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .cleared = action { state.text = "" }
      return .none
    }
  }
}
