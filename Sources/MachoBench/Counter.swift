import Composable

/// The feature that is measured, and its reducer as a bare function: the floor of what a send costs.
struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isLoading = false
  }

  enum Action: Equatable {
    case incrementButtonTapped
    case decrementButtonTapped
    /// Comes back as an increment, by an effect that runs.
    case runButtonTapped
    /// Comes back as an increment, by a `.send`.
    case sendButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped, .decrementButtonTapped:
        Self.reduce(&state, action)
        return .none
      case .runButtonTapped:
        return .run { send in await send(.incrementButtonTapped) }
      case .sendButtonTapped:
        return .send(.incrementButtonTapped)
      }
    }
  }

  /// Calls the reducer without anything around it.
  @MainActor
  static func bareCalls(_ count: Int) {
    for _ in 0..<count { reduce(&bareState, .incrementButtonTapped) }
  }

  @MainActor private static var bareState = State()

  @inline(never)
  private static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .incrementButtonTapped: state.count += 1
    case .decrementButtonTapped: state.count -= 1
    case .runButtonTapped, .sendButtonTapped: break
    }
  }
}
