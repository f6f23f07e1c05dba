import MachoArchitectures
import MachoKit

/// The values that controls of the view are bound to: a stepper sets the number.
struct CounterForm: Equatable, Sendable {
  var count = 0
}

final class BoundCounterViewModel: BoundViewModel, Sendable {
  let form: Observed<CounterForm>
  let output: Observed<CounterState>
  private let tasks: TaskRunner
  private let services = CounterServices()
  private let subscription: Subscription

  init(_ state: CounterState, tasks: TaskRunner) {
    let (form, output) = (Observed(CounterForm(count: state.count)), Observed(state))
    self.form = form
    self.output = output
    self.tasks = tasks
    subscription = form.observe(\.count) { count in output.update { $0.count = count } }
  }

  func send(_ input: CounterInput) {
    switch input {
    case .increment: form.update { $0.count += 1 }
    case .loadFact:
      tasks.start("fact") { [self] in
        let fact = try await services.facts.fetch(form.value.count)
        output.update { $0.fact = fact }
      }
    }
  }
}

extension Examples {
  static let bound = Feature("counter-bound", start: CounterState(), stubs: stubs) { state, tasks in
    BoundCounterViewModel(state, tasks: tasks)
  }
}
