import Composable

/// A feature with global state, as a singleton has.
struct Shared: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case increment
  }

  // SAFETY: accessed only by reducers, which run on the main thread of a script's process.
  nonisolated(unsafe) private static var count = 0

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      Self.count += 1
      state.count = Self.count
      return .none
    }
  }
}
