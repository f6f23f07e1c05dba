import Composable
import MachoArchitectures

/// The thunks of the timeline.
enum TimelineCreator: ThunkCreator {
  case fetchTimeline

  var thunk: Thunk<AppState> {
    switch self {
    case .fetchTimeline:
      Thunk("fetchTimeline", replacing: true) { store in
        // Without a user, there is no timeline to fetch.
        guard let name = store.state.userProfileState?.name else { return }
        @Dependency(\.twitter) var twitter
        store.dispatch(TimelineState.Action.requestStart)
        do {
          let response = try await twitter.timeline(name)
          try Task.checkCancellation()
          store.dispatch(TimelineState.Action.requestSuccess(response: response))
        } catch let error where !(error is CancellationError) {
          store.dispatch(TimelineState.Action.requestError("\(error)"))
        }
      }
    }
  }
}

extension Middleware<AppState> {
  /// Counts the tweets of a user who logs in.
  static var countingTweets: Self {
    .performing(on: LoginAction.self, "countTweets", replacing: true) { action, store in
      @Dependency(\.twitter) var twitter
      // Without an answer, the profile shows no count.
      guard let count = try? await twitter.countTweets(action.name) else { return }
      try Task.checkCancellation()
      store.dispatch(UserProfileState.Action.tweetsCounted(count))
    }
  }

  /// Cancels the running tasks of a user who is logged out.
  static var cancellingAtLogout: Self {
    Middleware { action, store, next in
      if action is ForceLogoutAction {
        store.tasks.cancel("fetchTimeline")
        store.tasks.cancel("countTweets")
      }
      next(action)
    }
  }
}
