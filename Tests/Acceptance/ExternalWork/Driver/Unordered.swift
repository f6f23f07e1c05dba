import Composable

/// A feature that shows the elements of a set in hash order, which differs from process to process.
struct Unordered: Reducer {
  struct State: Equatable {
    var numbers: [Int] = []
  }

  enum Action: Equatable {
    case list
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.numbers = Array(Set(1...24))
      return .none
    }
  }
}
