import Composable

/// A feature that a user adds to the package.
struct MyFeature: Reducer {
  struct State: Equatable {
    var items: [String] = []
  }

  enum Action {
    case added(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .added(let item):
        state.items.append(item)
        return .none
      }
    }
  }
}
