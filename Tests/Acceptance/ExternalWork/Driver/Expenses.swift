import Composable
import MachoKit

/// A feature whose endpoints have other names in scripts than in `DependencyValues`, and whose
/// results are empty.
struct Expenses: Reducer {
  struct State: Equatable {
    var found: [String] = []
    var isSaved = false
    var problem: String?
  }

  struct Failure: Error, Equatable {
    let code: Int
  }

  enum Action {
    case searched(String)
    case found([String])
    case saveTapped
    case saved(Result<Void, any Error>)
    case checkTapped
    case checked(Result<Void, Failure>)
    case refreshed
    case nextTurn
  }

  @Dependency(\.expenseClient) var client
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .searched(let text):
        return .run { send in await send(.found(try await client.search(text))) }
      case .found(let found): state.found = found
      case .saveTapped:
        return .run { [found = state.found] send in
          await send(.saved(Result { try await client.save(found) }))
        }
      case .saved(.success): state.isSaved = true
      case .saved(.failure(let error)): state.problem = "\(error)"
      case .checkTapped: return .run { send in await send(.checked(client.check())) }
      case .checked(.success): state.problem = nil
      case .checked(.failure(let failure)): state.problem = "code \(failure.code)"
      case .refreshed:
        return .run { send in
          try await clock.sleep(for: .zero)
          await send(.nextTurn)
        }
      case .nextTurn: state.found.append("now")
      }
      return .none
    }
  }

  static let feature = Feature(
    "expenses", "Endpoints with other names than their key paths.", start: State(),
    stubs: [
      Stub("expenses.search", \.expenseClient.search),
      Stub("expenses.save", \.expenseClient.save),
      Stub("expenses.check", placeholder: .success(()), \.expenseClient.check),
    ]
  ) { Expenses() }
}

/// The service of the expenses.
struct ExpenseClient: Sendable, TestDependencyKey {
  var search: @Sendable (_ text: String) async throws -> [String]
  var save: @Sendable (_ found: [String]) async throws -> Void
  var check: @Sendable () async -> Result<Void, Expenses.Failure>

  static let testValue = ExpenseClient(
    search: { _ in [] }, save: { _ in }, check: { .success(()) })
}

extension DependencyValues {
  /// The service of the expenses.
  var expenseClient: ExpenseClient {
    get { self[ExpenseClient.self] }
    set { self[ExpenseClient.self] = newValue }
  }
}
