import MachoArchitectures

/// A short message.
struct Tweet: Equatable, Identifiable, Sendable {
  let id: Int
  var author: String
  var text: String
}

/// The state of the whole application: one value, which views can read only.
struct AppState: Equatable, Sendable {
  private(set) var timelineState = TimelineState()
  private(set) var userProfileState: UserProfileState?
}

// The reducer in two forms: one changes the state in place, the other returns a new state.

extension AppState {
  /// The reducers of the parts, and those of actions that affect the whole state.
  static let reducer = ReduxReducer.combine(
    TimelineState.reducer.pullback(\AppState.timelineState),
    UserProfileState.reducer.pullback(\AppState.userProfileState),
    ReduxReducer(for: LoginAction.self) { state, action in
      state.userProfileState = UserProfileState(name: action.name)
    },
    ReduxReducer(for: ForceLogoutAction.self) { state, _ in state = AppState() })

  /// Returns the state after an action. Without a state, returns the first one.
  @Sendable static func reduce(action: any Action, state: AppState?) -> AppState {
    if action is ForceLogoutAction { return AppState() }
    var state = state ?? AppState()
    state.timelineState = TimelineState.reduce(action: action, state: state.timelineState)
    state.userProfileState = UserProfileState.reduce(action: action, state: state.userProfileState)
    return state
  }
}

/// A user logged in.
struct LoginAction: Action { var name: String }

/// The current user is logged out.
struct ForceLogoutAction: Action {}

/// An action that no reducer handles.
struct AppOpenedAction: Action {}
