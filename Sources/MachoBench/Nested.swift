import Composable

/// A feature that embeds a child feature. `Nested<Nested<Nested<Rows>>>` has three levels around a
/// row for each counter.
///
/// The case paths are written as the macro generates them.
struct Nested<Child: Reducer & SendableMetatype>: Reducer {
  struct State {
    var child: Child.State
  }

  enum Action: CasePathable {
    case child(Child.Action)

    struct AllCasePaths {
      var child: AnyCasePath<Action, Child.Action> {
        AnyCasePath._$embed(
          { .child($0) },
          extract: {
            switch $0 {
            case .child(let child): child
            }
          })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let child: Child

  init(_ child: Child) {
    self.child = child
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { child }
  }
}

/// Counters in an identified array.
struct Rows: Reducer {
  struct State {
    var rows: IdentifiedArrayOf<Row.State>

    init(count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0) })
    }
  }

  enum Action: CasePathable {
    case rows(IdentifiedActionOf<Row>)

    struct AllCasePaths {
      var rows: AnyCasePath<Action, IdentifiedActionOf<Row>> {
        AnyCasePath._$embed(
          { .rows($0) },
          extract: {
            switch $0 {
            case .rows(let rows): rows
            }
          })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct Row: Reducer {
    struct State: Identifiable {
      let id: Int
      var counter = Counter.State()
    }

    var body: some Reducer<State, Counter.Action> {
      Reduce { state, action in Counter().reduce(into: &state.counter, action: action) }
    }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows) { Row() }
  }
}
