import MachoArchitectures
import MachoKit

/// The use case "a user asks for a fact". Its cases are its scenes.
enum LoadFact: UseCase, Equatable {
  case asksService(number: Int)
  case showsFact(String)

  func next() async throws -> LoadFact? {
    switch self {
    case .asksService(let number): .showsFact(try await CounterServices().facts.fetch(number))
    case .showsFact: nil
    }
  }
}

final class LoadFactPresenter: ViewModel, Sendable {
  let output: Observed<CounterState>
  private let tasks: TaskRunner
  private let onScene: @Sendable (LoadFact) -> Void

  init(
    _ state: CounterState, tasks: TaskRunner, onScene: @escaping @Sendable (LoadFact) -> Void
  ) {
    output = Observed(state)
    self.tasks = tasks
    self.onScene = onScene
  }

  func send(_ input: CounterInput) {
    switch input {
    case .increment: output.update { $0.count += 1 }
    case .loadFact:
      let useCase = LoadFact.asksService(number: output.value.count)
      tasks.start("fact") { [self] in
        _ = try await useCase.interact { [self] scene in
          if case .showsFact(let fact) = scene { output.update { $0.fact = fact } }
          onScene(scene)
        }
      }
    }
  }
}

extension Examples {
  static let useCase = Feature(
    "counter-usecase", start: CounterState(), scenes: LoadFact.self, stubs: stubs
  ) { state, tasks, onScene in
    LoadFactPresenter(state, tasks: tasks, onScene: onScene)
  }
}
