import MachoArchitectures
import MachoKit

/// An instruction to the passive view of the presenter, or of the controller in MVC.swift.
enum CounterDrawing: Equatable, Sendable {
  case count(Int)
  case fact(String)
}

/// The rules, without input and output.
final class CounterModel: Model {
  private let count: Observed<Int>
  private let services = CounterServices()

  init(count: Int) { self.count = Observed(count) }

  func increment() -> Int {
    count.update { $0 += 1 }
    return count.value
  }

  func fact() async throws -> String { try await services.facts.fetch(count.value) }
}

final class CounterPresenter: Presenter {
  let view: any PassiveView<CounterDrawing>
  private let model: CounterModel
  private let tasks: TaskRunner

  init(view: any PassiveView<CounterDrawing>, model: CounterModel, tasks: TaskRunner) {
    self.view = view
    self.model = model
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
  /// A view without pixels: applies each drawing to a value.
  @Sendable static func recordedView(
    _ state: CounterState
  ) -> RecordedView<CounterDrawing, CounterState> {
    RecordedView(state) { screen, drawing in
      switch drawing {
      case .count(let count): screen.count = count
      case .fact(let fact): screen.fact = fact
      }
    }
  }

  static let mvp = Feature("counter-mvp", start: CounterState(), stubs: stubs) { state, tasks in
    let view = recordedView(state)
    let model = CounterModel(count: state.count)
    return (presenter: CounterPresenter(view: view, model: model, tasks: tasks), view: view)
  }
}
