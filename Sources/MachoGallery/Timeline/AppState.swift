import MachoArchitectures

/// A short message.
struct Tweet: Equatable, Identifiable, Sendable {
  let id: Int
  var author: String
  var text: String
}

/// The state of the whole application: one value.
struct AppState: Equatable, Sendable {
  var timelineState = TimelineState()
  var userProfileState: UserProfileState?

  /// Each part's reducer on its part, and what concerns the whole.
  static let reducer = ReduxReducer.combine(
    TimelineState.reducer.pullback(\AppState.timelineState),
    UserProfileState.reducer.pullback(\AppState.userProfileState),
    ReduxReducer(for: LoginAction.self) { state, action in
      state.userProfileState = UserProfileState(name: action.name)
    },
    ReduxReducer(for: ForceLogoutAction.self) { state, _ in state = AppState() })
}

/// Somebody has logged in.
struct LoginAction: Action { var name: String }

/// Whoever is logged in has to leave.
struct ForceLogoutAction: Action {}

/// An action that nothing in this application is interested in.
struct AppOpenedAction: Action {}
