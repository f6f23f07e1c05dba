import Composable
import MachoArchitectures
import MachoKit

/// An actor with an inbox. It handles messages one at a time, in the order of their arrival, even if
/// a message suspends.
actor Teller {
  struct State: Equatable, Sendable {
    var balance = 0
    var converted: Int?
    var refusals: [String] = []
  }

  enum Message: Equatable, Sendable {
    case deposit(Int)
    case withdraw(Int)
    case convert(to: String)
    case payInterest(afterSeconds: Int)
  }

  /// The state, readable without suspension.
  nonisolated let model: Observed<State>
  private let onHandled: @Sendable (Message) -> Void
  private var inbox: [Message] = []
  private var isReading = false
  @Dependency(\.rates) private var rates
  @Dependency(\.continuousClock) private var clock

  init(_ state: State, onHandled: @escaping @Sendable (Message) -> Void) {
    model = Observed(state)
    self.onHandled = onHandled
  }

  func receive(_ message: Message) async {
    inbox.append(message)
    guard !isReading else { return }
    isReading = true
    defer { isReading = false }
    while !inbox.isEmpty {
      let message = inbox.removeFirst()
      await handle(message)
      onHandled(message)
    }
  }

  private func handle(_ message: Message) async {
    switch message {
    case .deposit(let amount): model.update { $0.balance += amount }
    case .withdraw(let amount):
      model.update { state in
        guard state.balance >= amount else { return state.refusals.append("no cover") }
        state.balance -= amount
      }
    case .convert(let currency):
      do {
        let rate = try await rates.rate(currency)
        model.update { $0.converted = $0.balance * rate }
      } catch {
        model.update { $0.refusals.append("\(error)") }
      }
    case .payInterest(let seconds):
      guard (try? await clock.sleep(for: .seconds(seconds))) != nil else { return }
      model.update { $0.balance += $0.balance / 10 }
    }
  }
}

/// Adapts the actor: tasks post the messages, and the state is the actor's model.
final class PostedTeller: Drivable {
  private let teller: Teller
  private let tasks: TaskRunner

  init(_ state: Teller.State, _ context: DrivableContext<Teller.Message>) {
    teller = Teller(state) { context.didHandle($0) }
    tasks = context.tasks
  }

  var state: Teller.State { teller.model.value }

  func send(_ message: Teller.Message) {
    tasks.start("inbox") { [teller] in await teller.receive(message) }
  }
}

/// The service for exchange rates.
struct Rates: Sendable {
  var rate: @Sendable (_ currency: String) async throws -> Int
}

extension Rates: TestDependencyKey {
  static let testValue = Rates { _ in 1 }
}

extension DependencyValues {
  var rates: Rates {
    get { self[Rates.self] }
    set { self[Rates.self] = newValue }
  }
}

@main struct Driver: MachoApp {
  let features = [
    Feature(
      "teller", "An actor with an inbox.", start: Teller.State(), receives: Teller.Message.self,
      stubs: [Stub("rates.rate", \.rates.rate)]
    ) {
      PostedTeller($0, $1)
    }
  ]
}
