import MachoArchitectures

/// The timeline's part of the application state.
struct TimelineState: Equatable, Sendable {
  var response: [Tweet] = []
  var isFetching = false
  var error: String?

  enum Action: MachoArchitectures.Action, Equatable {
    case requestStart
    case requestSuccess(response: [Tweet])
    case requestError(String)
  }

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
}
