import Composable
import Foundation

/// A feature with global state, as a singleton has.
struct Shared: Reducer {
  struct State: Equatable {
    var count = 0
  }

  enum Action: Equatable {
    case increment
    /// Counts 1 in the process of a script, and 2 in its copies for further runs.
    case identify
  }

  // SAFETY: accessed only by reducers, which run on the main thread of a script's process.
  nonisolated(unsafe) private static var count = 0

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        Self.count += 1
        state.count = Self.count
      case .identify: state.count = getpgrp() == getpid() ? 1 : 2
      }
      return .none
    }
  }
}
