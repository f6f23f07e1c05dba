import MachoArchitectures
import MachoKit

enum CounterMessage: Action, Equatable {
  case increment
  case factLoaded(String)
}

enum CounterThunk: ThunkCreator {
  case loadFact

  var thunk: Thunk<CounterState> {
    let services = CounterServices()
    return Thunk("fact") { store in
      let fact = try await services.facts.fetch(store.state.count)
      store.dispatch(CounterMessage.factLoaded(fact))
    }
  }
}

extension Examples {
  static let redux = Feature(
    "counter-redux", start: CounterState(), actions: [CounterMessage.self],
    creators: CounterThunk.self, stubs: stubs
  ) { state, tasks in
    let reducer = ReduxReducer<CounterState>(for: CounterMessage.self) { state, message in
      switch message {
      case .increment: state.count += 1
      case .factLoaded(let fact): state.fact = fact
      }
    }
    return ReduxStore(state, reducer: reducer, tasks: tasks)
  }
}
