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

  /// The reducers of the parts, and those of actions that affect the whole state.
  static let reducer = ReduxReducer.combine(
    TimelineState.reducer.pullback(\AppState.timelineState),
    UserProfileState.reducer.pullback(\AppState.userProfileState),
    ReduxReducer(for: LoginAction.self) { state, action in
      state.userProfileState = UserProfileState(name: action.name)
    },
    ReduxReducer(for: ForceLogoutAction.self) { state, _ in state = AppState() })
}

/// A user logged in.
struct LoginAction: Action { var name: String }

/// The current user is logged out.
struct ForceLogoutAction: Action {}

/// An action that no reducer handles.
struct AppOpenedAction: Action {}
