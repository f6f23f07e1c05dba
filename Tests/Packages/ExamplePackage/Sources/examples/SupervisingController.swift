import MachoArchitectures
import MachoKit

/// A model that publishes its value.
final class ObservedCounter: ObservedModel {
  let observed: Observed<Int>

  init(count: Int) { observed = Observed(count) }

  func increment() { observed.update { $0 += 1 } }
}

/// A view that follows the model, and draws what the presenter decides.
final class CounterView: SupervisedView {
  let recorded: RecordedView<CounterDrawing, CounterState>

  init(_ state: CounterState) { recorded = Examples.recordedView(state) }

  func draw(_ drawing: CounterDrawing) { recorded.draw(drawing) }
  func modelChanged(_ count: Int) { recorded.draw(.count(count)) }
}

final class CounterSupervisor: SupervisingController {
  let view: any PassiveView<CounterDrawing>
  let model: ObservedCounter
  private let tasks: TaskRunner
  private let services = CounterServices()
  private let subscription: Subscription

  init(view: CounterView, count: Int, tasks: TaskRunner) {
    self.view = view
    self.tasks = tasks
    model = ObservedCounter(count: count)
    subscription = view.follow(model)
  }

  func handle(_ input: CounterInput) {
    switch input {
    case .increment: model.increment()
    case .loadFact:
      let count = model.observed.value
      tasks.start("fact") { [self] in
        view.draw(.fact(try await services.facts.fetch(count)))
      }
    }
  }
}

extension Examples {
  static let supervising = Feature(
    "counter-supervising", start: CounterState(), stubs: stubs
  ) { state, tasks in
    let view = CounterView(state)
    return (
      presenter: CounterSupervisor(view: view, count: state.count, tasks: tasks),
      view: view.recorded
    )
  }
}
