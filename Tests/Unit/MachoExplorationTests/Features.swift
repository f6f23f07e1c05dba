import Composable
import MachoAdapters

/// A counter whose state is one number.
struct FlatCounter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case increment, decrement, reset }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .decrement: state.count -= 1
    case .reset: state.count = 0
    }
    return .none
  }

  static let feature = Feature("flat", start: State()) { FlatCounter() }
}

/// Two jugs of three and five gallons.
struct Jugs: Reducer {
  struct State: Hashable { var small = 0, big = 0 }
  enum Action { case fillSmall, fillBig, emptySmall, emptyBig, pourIntoSmall, pourIntoBig }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fillSmall: state.small = 3
    case .fillBig: state.big = 5
    case .emptySmall: state.small = 0
    case .emptyBig: state.big = 0
    case .pourIntoSmall:
      let amount = min(state.big, 3 - state.small)
      state.big -= amount
      state.small += amount
    case .pourIntoBig:
      let amount = min(state.small, 5 - state.big)
      state.small -= amount
      state.big += amount
    }
    return .none
  }

  static let feature = Feature("jugs", start: State()) { Jugs() }
}

/// A list whose defect needs a particular identifier: a removed row stays selected.
struct Rows: Reducer {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
  }
  struct State: Equatable {
    var rows: [Row] = []
    var selection: Int?
    var nextID = 1
    var hasDanglingSelection: Bool {
      selection.map { id in !rows.contains { $0.id == id } } ?? false
    }
  }
  enum Action {
    case add(name: String)
    case remove(id: Int)
    case select(id: Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let name):
      state.rows.append(Row(id: state.nextID * 10, name: name))
      state.nextID += 1
    case .remove(let id): state.rows.removeAll { $0.id == id }
    case .select(let id):
      if state.rows.contains(where: { $0.id == id }) { state.selection = id }
    }
    return .none
  }

  static let feature = Feature(
    "rows", start: State(), computed: [Computed("hasDanglingSelection", \.hasDanglingSelection)]
  ) { Rows() }
}

/// Rows and screens that are removed. Counts the removals of those that do not exist.
struct Removals: Reducer {
  struct Row: Equatable, Identifiable, Sendable { let id: Int }
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = []
    var path = StackState<Int>()
    var nextID = 10
    var mistakes = 0
  }
  enum Action {
    case rowTapped
    case openTapped
    case removeTapped(rowID: Int)
    case closeTapped(StackElementID)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .rowTapped:
      state.rows[id: state.nextID] = Row(id: state.nextID)
      state.nextID += 10
    case .openTapped: state.path.append(0)
    case .removeTapped(let id): if state.rows.remove(id: id) == nil { state.mistakes += 1 }
    case .closeTapped(let id): if state.path.remove(id: id) == nil { state.mistakes += 1 }
    }
    return .none
  }

  static let feature = Feature("removals", start: State()) { Removals() }
}

/// Two requests at once, of which the last response wins. A correct order of responses is not
/// guaranteed.
struct TwoRequests: Reducer {
  struct State: Equatable {
    var last = 0
    var taps = 0
  }
  enum Action {
    case load, tap
    case loaded(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap: state.taps += 1
    case .loaded(let number): state.last = number
    case .load:
      return .merge(
        .run { send in await send(.loaded(1)) }, .run { send in await send(.loaded(2)) })
    }
    return .none
  }

  static let feature = Feature("requests", start: State()) { TwoRequests() }
}
