import Composable
import MachoKit
import Observation

/// A view model as an app has it: nothing in it refers to macho.
@MainActor @Observable
final class CounterScreenModel {
  private(set) var count: Int
  private(set) var fact: String?
  @ObservationIgnored @Dependency(\.facts) private var facts

  init(count: Int = 0) { self.count = count }

  func incrementTapped() { count += 1 }
  func factTapped() async { fact = try? await facts.fetch(count) }
}

extension Examples {
  static let observable = Feature(
    "counter-observable", start: CounterState(), receives: CounterInput.self, stubs: stubs
  ) { state in
    CounterScreenModel(count: state.count)
  } state: { model in
    CounterState(count: model.count, fact: model.fact)
  } send: { model, input, tasks in
    switch input {
    case .increment: model.incrementTapped()
    case .loadFact: tasks.start("fact") { await model.factTapped() }
    }
  }
}
