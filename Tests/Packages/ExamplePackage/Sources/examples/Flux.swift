import MachoArchitectures
import MachoKit

enum CounterAction: Equatable, Sendable {
  case incremented
  case factLoaded(String)
}

struct CounterActionCreator: ActionCreator {
  let dispatcher: Dispatcher<CounterAction>
  let store: FluxStore<CounterState, CounterAction>
  let tasks: TaskRunner
  let services = CounterServices()

  func perform(_ input: CounterInput) {
    switch input {
    case .increment: dispatch(.incremented)
    case .loadFact:
      let count = store.state.count
      tasks.start("fact") { dispatch(.factLoaded(try await services.facts.fetch(count))) }
    }
  }
}

extension Examples {
  static let flux = Feature("counter-flux", start: CounterState(), stubs: stubs) { state, tasks in
    let dispatcher = Dispatcher<CounterAction>()
    let store = FluxStore(state, dispatcher: dispatcher) { state, action in
      switch action {
      case .incremented: state.count += 1
      case .factLoaded(let fact): state.fact = fact
      }
    }
    let creator = CounterActionCreator(dispatcher: dispatcher, store: store, tasks: tasks)
    return FluxComponents(dispatcher, store: store) { (input: CounterInput) in
      creator.perform(input)
    }
  }
}
