import Composable
import MachoArchitectures

extension Middleware<AppState> {
  /// The middleware of the application, in its order.
  static var timeline: [Self] {
    let log = Dependency(\.lineLog)
    return [.logging { log.wrappedValue.write($0) }, .cancellingAtLogout, .countingTweets]
  }

  /// Counts the tweets of a user who logs in.
  private static var countingTweets: Self {
    .performing(on: LoginAction.self, "countTweets", replacing: true) { action, store in
      @Dependency(\.twitter) var twitter
      // Without an answer, the profile shows no count.
      guard let count = try? await twitter.countTweets(action.name) else { return }
      try Task.checkCancellation()
      store.dispatch(UserProfileState.Action.tweetsCounted(count))
    }
  }

  /// Cancels the running tasks of a user who is logged out.
  private static var cancellingAtLogout: Self {
    Middleware { action, store, next in
      if action is ForceLogoutAction {
        store.tasks.cancel("fetchTimeline")
        store.tasks.cancel("countTweets")
      }
      next(action)
    }
  }
}
