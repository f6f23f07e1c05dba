import MachoArchitectures

/// The logged-in user's part of the application state.
struct UserProfileState: Equatable, Sendable {
  private(set) var name: String
  private(set) var tweetCount: Int?

  enum Action: MachoArchitectures.Action, Equatable {
    case rename(String)
    case tweetsCounted(Int)
  }
}

extension UserProfileState {
  static let reducer = ReduxReducer<UserProfileState>(for: Action.self) { state, action in
    switch action {
    case .rename(let name): state.name = name
    case .tweetsCounted(let count): state.tweetCount = count
    }
  }

  /// Returns the state after an action: without a user, only a login creates one.
  static func reduce(
    action: any MachoArchitectures.Action, state: UserProfileState?
  ) -> UserProfileState? {
    if let login = action as? LoginAction { return UserProfileState(name: login.name) }
    guard let state else { return nil }
    return switch action as? Action {
    case .rename(let name): UserProfileState(name: name, tweetCount: state.tweetCount)
    case .tweetsCounted(let count): UserProfileState(name: state.name, tweetCount: count)
    case nil: state
    }
  }
}
