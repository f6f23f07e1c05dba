import Composable
import MachoKit

struct CounterFeature: Reducer {
  typealias State = CounterState

  enum Action: Equatable {
    case incrementButtonTapped
    case factButtonTapped
    case factResponse(String)
  }

  @Dependency(\.facts) var facts

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none
      case .factButtonTapped:
        return .run { [count = state.count] send in
          await send(.factResponse(try await facts.fetch(count)))
        }
      case .factResponse(let fact):
        state.fact = fact
        return .none
      }
    }
  }
}

extension Examples {
  static let tca = Feature("counter-tca", start: CounterState(), stubs: stubs) {
    CounterFeature()
  }
  .alias("increment", "incrementButtonTapped")
  .alias("loadFact", "factButtonTapped")
  .describing(["increment": "adds one", "loadFact": "loads a fact about the number"])
}
