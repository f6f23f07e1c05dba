import Composable
import MachoAdapters

/// A minimal feature.
struct Lamp: Reducer {
  struct State: Equatable {
    var isOn = false
  }

  enum Action {
    case switched
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .switched:
        state.isOn.toggle()
        return .none
      }
    }
  }

  static let features = [Feature("lamp", start: Lamp.State()) { Lamp() }]
}
