import Composable
import MachoArchitectures
import MachoKit

final class CounterViewModel: ViewModel {
  @Dependency(\.facts) var facts
  let output: Observed<CounterState>
  private let tasks: TaskRunner

  init(_ state: CounterState, tasks: TaskRunner) {
    output = Observed(state)
    self.tasks = tasks
  }

  func send(_ input: CounterInput) {
    switch input {
    case .increment: output.update { $0.count += 1 }
    case .loadFact:
      // A class with '@Dependency' is not Sendable, so the task captures what it uses.
      tasks.start("fact") { [facts = self.facts, output = self.output] in
        let fact = try await facts.fetch(output.value.count)
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
