import Composable

/// A feature that shows a set's elements in the order in which they lie there, which is another one in
/// each program that is started.
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
