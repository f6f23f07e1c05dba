import Composable
import MachoArchitectures

/// Where an amount is kept.
struct LedgerService: Sendable {
  var store: @Sendable (_ amount: Int) async throws -> Int
}

extension LedgerService: DependencyKey {
  static let liveValue = LedgerService { $0 }
  static let testValue = liveValue
}

extension DependencyValues {
  var ledger: LedgerService {
    get { self[LedgerService.self] }
    set { self[LedgerService.self] = newValue }
  }
}

/// A ledger as a reducer, with old names.
struct OldLedger: Reducer {
  enum Status: Equatable { case idle, storing }

  struct State: Equatable {
    var sum = 0
    var status = Status.idle
  }

  enum Action: Equatable {
    case addTapped(Int)
    case stored(Int)
  }

  @Dependency(\.ledger) private var ledger

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped(let amount):
        state.status = .storing
        return .run { [ledger] send in await send(.stored((try? await ledger.store(amount)) ?? 0)) }
      case .stored(let amount):
        state.sum &+= amount
        state.status = .idle
        return .none
      }
    }
  }
}

/// The same ledger with new names.
struct NewLedger: Reducer {
  enum Phase: Equatable { case idle, saving }

  struct State: Equatable {
    var total = 0
    var phase = Phase.idle
  }

  enum Action: Equatable {
    case addPressed(Int)
    case saved(Int)
  }

  @Dependency(\.ledger) private var ledger

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addPressed(let amount):
        state.phase = .saving
        return .run { [ledger] send in await send(.saved((try? await ledger.store(amount)) ?? 0)) }
      case .saved(let amount):
        state.total &+= amount
        state.phase = .idle
        return .none
      }
    }
  }
}

/// The same ledger as a view model, or one that stays busy after an error.
final class LedgerViewModel: ViewModel, Sendable {
  enum Input: Equatable, Sendable { case addPressed(Int) }

  let output: Observed<NewLedger.State>
  private let staysBusy: Bool
  private let tasks: TaskRunner
  private let services = Services()

  private struct Services: Sendable {
    @Dependency(\.ledger) var ledger
  }

  init(_ state: NewLedger.State, staysBusy: Bool, tasks: TaskRunner) {
    output = Observed(state)
    self.staysBusy = staysBusy
    self.tasks = tasks
  }

  func send(_ input: Input) {
    switch input {
    case .addPressed(let amount):
      output.update { $0.phase = .saving }
      tasks.start { [self] in
        let saved = try? await services.ledger.store(amount)
        output.update {
          $0.total &+= saved ?? 0
          if saved != nil || !staysBusy { $0.phase = .idle }
        }
      }
    }
  }
}
