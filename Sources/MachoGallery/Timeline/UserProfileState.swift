import MachoArchitectures

/// The logged-in user's part of the application state.
struct UserProfileState: Equatable, Sendable {
  var name: String
  var tweetCount: Int?

  enum Action: MachoArchitectures.Action, Equatable {
    case rename(String)
    case tweetsCounted(Int)
  }

  static let reducer = ReduxReducer<UserProfileState>(for: Action.self) { state, action in
    switch action {
    case .rename(let name): state.name = name
    case .tweetsCounted(let count): state.tweetCount = count
    }
  }
}
