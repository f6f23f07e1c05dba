import MachoSessions
import MachoValues

/// Types as they are after the changes of a migration.
enum Ledger {
  struct Expense: Equatable, Sendable {
    var title: String
    var amount: Int
    var isRecurring: Bool
  }

  struct State: Equatable {
    var expenses: [Expense] = []
    var filter = Filter.all
    var page = 0
  }

  enum Filter: Equatable {
    case all
    case over(amount: Int, isStrict: Bool)
  }

  enum Action: Equatable {
    case add(Expense)
    case filter(Filter)
    case loaded([Expense], isCached: Bool)
    case refresh(isForced: Bool)
    case select(id: Int)
  }
}

struct LedgerFeature: DrivenFeature {
  let name = "ledger"
  let summary = "Expenses."
  let actionType: Any.Type = Ledger.Action.self
  let stateType: Any.Type = Ledger.State.self
  let promptContext = RunContext.preview
  let endpoints = [
    Endpoint(
      name: "api.load", argumentTypes: [], valueType: [Ledger.Expense].self, canThrow: true,
      isAsync: true)
  ]
  let syntax = ValueSyntax()
  var computed: ComputedProperties {
    var computed = ComputedProperties()
    computed.add("recurring") { (state: Ledger.State) in state.expenses.filter(\.isRecurring) }
    return computed
  }
  var startState: Any { Ledger.State() }

  /// Migrations open no feature.
  func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore {
    LampStore(LampStore.State())
  }
}
