import Composable
import MachoAdapters

/// Two jugs of three and five gallons without marks. The puzzle is to measure four gallons.
struct JugsFeature: Reducer {
  struct State: Hashable {
    var small = 0
    var big = 0

    static let smallSize = 3
    static let bigSize = 5
  }

  enum Action {
    case fillSmall
    case fillBig
    case emptySmall
    case emptyBig
    case pourIntoSmall
    case pourIntoBig
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fillSmall: state.small = State.smallSize
      case .fillBig: state.big = State.bigSize
      case .emptySmall: state.small = 0
      case .emptyBig: state.big = 0
      case .pourIntoSmall:
        let amount = min(state.big, State.smallSize - state.small)
        state.big -= amount
        state.small += amount
      case .pourIntoBig:
        let amount = min(state.small, State.bigSize - state.big)
        state.small -= amount
        state.big += amount
      }
      return .none
    }
  }
}

extension Gallery {
  static let jugs = Feature(
    "jugs", "Jugs of three and five gallons: measure four, for 'macho explore --until'.",
    start: JugsFeature.State()
  ) {
    JugsFeature()
  }
}
