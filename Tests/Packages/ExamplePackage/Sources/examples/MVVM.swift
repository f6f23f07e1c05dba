import MachoArchitectures
import MachoKit

final class CounterViewModel: ViewModel {
  let output: Observed<CounterState>
  private let tasks: TaskRunner
  private let services = CounterServices()

  init(_ state: CounterState, tasks: TaskRunner) {
    output = Observed(state)
    self.tasks = tasks
  }

  func send(_ input: CounterInput) {
    switch input {
    case .increment: output.update { $0.count += 1 }
    case .loadFact:
      let count = output.value.count
      tasks.start("fact") { [self] in
        let fact = try await services.facts.fetch(count)
        output.update { $0.fact = fact }
      }
    }
  }
}

extension Examples {
  static let mvvm = Feature("counter-mvvm", start: CounterState(), stubs: stubs) { state, tasks in
    CounterViewModel(state, tasks: tasks)
  }
}
