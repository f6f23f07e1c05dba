import MachoArchitectures
import MachoKit

/// An Elm-like loop: a model, messages, and tasks that end in messages.
final class CounterLoop: Drivable, Sendable {
  enum Message: Equatable, Sendable {
    case increment
    case loadFact
    case factLoaded(String)
  }

  private let model: Observed<CounterState>
  private let context: DrivableContext<Message>
  private let services = CounterServices()

  init(_ state: CounterState, _ context: DrivableContext<Message>) {
    model = Observed(state)
    self.context = context
  }

  var state: CounterState { model.value }

  func send(_ message: Message) {
    switch message {
    case .increment: model.update { $0.count += 1 }
    case .loadFact:
      let count = state.count
      context.tasks.start("fact") { [self] in
        send(.factLoaded(try await services.facts.fetch(count)))
      }
    case .factLoaded(let fact): model.update { $0.fact = fact }
    }
    context.didHandle(message)
  }

  func restore(_ state: CounterState) -> Bool {
    model.update { $0 = state }
    return true
  }
}

extension Examples {
  static let loop = Feature(
    "counter-loop", start: CounterState(), receives: CounterLoop.Message.self, stubs: stubs
  ) { CounterLoop($0, $1) }
}
