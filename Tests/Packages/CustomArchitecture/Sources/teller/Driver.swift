import Composable
import MachoArchitectures
import MachoKit

/// An actor with an inbox: messages are taken out one by one, in the order in which they came, also
/// while the one before waits for something.
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

  /// What can be seen of the actor from outside, without waiting for it.
  nonisolated let shown: Observed<State>
  private let taken: @Sendable (Message) -> Void
  private var inbox: [Message] = []
  private var isReading = false
  @Dependency(\.rates) private var rates
  @Dependency(\.continuousClock) private var clock

  init(_ state: State, taken: @escaping @Sendable (Message) -> Void) {
    shown = Observed(state)
    self.taken = taken
  }

  func receive(_ message: Message) async {
    inbox.append(message)
    guard !isReading else { return }
    isReading = true
    defer { isReading = false }
    while !inbox.isEmpty {
      let message = inbox.removeFirst()
      await handle(message)
      taken(message)
    }
  }

  private func handle(_ message: Message) async {
    switch message {
    case .deposit(let amount): shown.update { $0.balance += amount }
    case .withdraw(let amount):
      shown.update { state in
        guard state.balance >= amount else { return state.refusals.append("no cover") }
        state.balance -= amount
      }
    case .convert(let currency):
      do {
        let rate = try await rates.rate(currency)
        shown.update { $0.converted = $0.balance * rate }
      } catch {
        shown.update { $0.refusals.append("\(error)") }
      }
    case .payInterest(let seconds):
      guard (try? await clock.sleep(for: .seconds(seconds))) != nil else { return }
      shown.update { $0.balance += $0.balance / 10 }
    }
  }
}

/// What macho sees of the actor: a message is posted by work, and the state is what it shows.
final class PostedTeller: Drivable {
  private let teller: Teller
  private let work: Work

  init(_ state: Teller.State, _ stage: Stage<Teller.Message>) {
    teller = Teller(state) { stage.took($0) }
    work = stage.work
  }

  var state: Teller.State { teller.shown.value }

  func send(_ message: Teller.Message) {
    work.start("inbox") { [teller] in await teller.receive(message) }
  }
}

/// Where rates come from.
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
      "teller", "An actor with an inbox.", start: Teller.State(), takes: Teller.Message.self,
      stubs: [Stub("rates.rate", \.rates.rate)]
    ) {
      PostedTeller($0, $1)
    }
  ]
}
