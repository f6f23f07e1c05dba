import MachoArchitectures
import MachoKit

/// Handles input with the model of MVP.swift, and tells the view what to draw.
final class CounterController: Controller {
  let model: CounterModel
  let view: any PassiveView<CounterDrawing>
  private let tasks: TaskRunner

  init(model: CounterModel, view: any PassiveView<CounterDrawing>, tasks: TaskRunner) {
    self.model = model
    self.view = view
    self.tasks = tasks
  }

  func handle(_ input: CounterInput) {
    switch input {
    case .increment: view.draw(.count(model.increment()))
    case .loadFact: tasks.start("fact") { [self] in view.draw(.fact(try await model.fact())) }
    }
  }
}

extension Examples {
  static let mvc = Feature("counter-mvc", start: CounterState(), stubs: stubs) { state, tasks in
    let view = recordedView(state)
    let model = CounterModel(count: state.count)
    return (controller: CounterController(model: model, view: view, tasks: tasks), view: view)
  }
}
