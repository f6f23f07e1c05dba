import MachoArchitectures
import MachoKit

enum CounterRequest: Equatable, Sendable {
  case increment
  case loadFact
}

enum CounterResponse: Equatable, Sendable {
  case count(Int)
  case fact(String)
}

/// A use case with an input port and an output port.
final class CounterInteractor: InputPort {
  private let output: any OutputPort<CounterResponse>
  private let count: Observed<Int>
  private let services = CounterServices()

  init(output: any OutputPort<CounterResponse>, count: Int) {
    self.output = output
    self.count = Observed(count)
  }

  func handle(_ request: CounterRequest) async throws {
    switch request {
    case .increment:
      count.update { $0 += 1 }
      output.present(.count(count.value))
    case .loadFact: output.present(.fact(try await services.facts.fetch(count.value)))
    }
  }
}

extension Examples {
  static let ports = Feature("counter-ports", start: CounterState(), stubs: stubs) { state, tasks in
    let presenter = ResponsePresenter<CounterResponse, CounterState>(state) { screen, response in
      switch response {
      case .count(let count): screen.count = count
      case .fact(let fact): screen.fact = fact
      }
    }
    let controller = RequestController<CounterInput, CounterRequest>(
      port: CounterInteractor(output: presenter, count: state.count), tasks: tasks
    ) { input in
      switch input {
      case .increment: .increment
      case .loadFact: .loadFact
      }
    }
    return (controller: controller, presenter: presenter)
  }
}
