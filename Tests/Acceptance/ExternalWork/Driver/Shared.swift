import Composable

/// A feature that keeps its state where every store of the process sees it, as singletons do.
struct Shared: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case increment
  }

  // Only touched by reducers, which run on the main thread of a script's process.
  nonisolated(unsafe) private static var count = 0

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      Self.count += 1
      state.count = Self.count
      return .none
    }
  }
}
