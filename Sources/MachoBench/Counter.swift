import Composable

/// The measured feature, and its reducer as a bare function, the baseline of a send.
struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isLoading = false
  }

  enum Action: Equatable {
    case incrementButtonTapped
    case decrementButtonTapped
    /// Sends an increment from a `.run` effect.
    case runButtonTapped
    /// Sends an increment by a `.send` effect.
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

  /// Calls the bare reducer.
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
