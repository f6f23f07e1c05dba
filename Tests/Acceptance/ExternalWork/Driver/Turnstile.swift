import Composable

/// A feature whose state has private setters, private properties and defaults.
struct Turnstile: Reducer {
  struct State: Equatable {
    var isOpen = false
    private(set) var visits = 0
    fileprivate(set) var doors: [Door] = [Door(id: 1), Door(id: 2)]
    private var coins = 0

    struct Door: Equatable, Identifiable, Sendable {
      let id: Int
      private(set) var uses = 0

      init(id: Int) { self.id = id }

      mutating func use() { uses += 1 }
    }

    mutating func pay() {
      coins += 1
      isOpen = true
    }

    mutating func pass() {
      visits += 1
      isOpen = false
      doors[0].use()
    }
  }

  enum Action {
    case coinInserted
    case pushed
    case closed(Int)
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .coinInserted:
        state.pay()
        return .none
      case .pushed:
        guard state.isOpen else { return .none }
        state.pass()
        return .run { [visits = state.visits] send in
          try await clock.sleep(for: .seconds(1))
          await send(.closed(visits))
        }
      case .closed:
        state.doors.removeLast()
        return .none
      }
    }
  }
}
