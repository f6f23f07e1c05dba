import MachoArchitectures

/// The timeline's part of the application state.
struct TimelineState: Equatable, Sendable {
  private(set) var response: [Tweet] = []
  private(set) var isFetching = false
  private(set) var error: String?

  enum Action: MachoArchitectures.Action, Equatable {
    case requestStart
    case requestSuccess(response: [Tweet])
    case requestError(String)
  }
}

extension TimelineState {
  static let reducer = ReduxReducer<TimelineState>(for: Action.self) { state, action in
    switch action {
    case .requestStart:
      state.isFetching = true
      state.error = nil
    case .requestSuccess(let response):
      state.isFetching = false
      state.response = response
    case .requestError(let error):
      state.isFetching = false
      state.error = error
    }
  }

  /// Returns the state after an action. Without a state, returns the first one.
  static func reduce(action: any MachoArchitectures.Action, state: TimelineState?) -> TimelineState
  {
    let state = state ?? TimelineState()
    return switch action as? Action {
    case .requestStart: TimelineState(response: state.response, isFetching: true)
    case .requestSuccess(let response): TimelineState(response: response, error: state.error)
    case .requestError(let error): TimelineState(response: state.response, error: error)
    case nil: state
    }
  }
}
