import Composable
import MachoArchitectures

/// The action creators of the timeline.
enum TimelineCreator: ThunkCreator {
  /// Requests the timeline in a task, which dispatches all actions.
  case fetchTimeline
  /// Returns the action that starts a request, and starts its task.
  case requestTimeline

  var thunk: Thunk<AppState> {
    switch self {
    case .fetchTimeline:
      Thunk("fetchTimeline", replacing: true) { store in
        // Without a user, there is no timeline to fetch.
        guard let name = store.state.userProfileState?.name else { return }
        store.dispatch(TimelineState.Action.requestStart)
        try await store.fetchTimeline(of: name)
      }
    case .requestTimeline: Thunk(Self.requestTimeline)
    }
  }

  /// A synchronous action creator: a function that returns an action, or none without a user.
  @Sendable static func requestTimeline(
    state: AppState, store: ReduxStore<AppState>
  ) -> (any Action)? {
    guard let name = state.userProfileState?.name else { return nil }
    store.tasks.start("fetchTimeline", replacing: true) {
      try await store.fetchTimeline(of: name)
    }
    return TimelineState.Action.requestStart
  }
}

extension ReduxStore<AppState> {
  /// Dispatches the timeline of a user, or the error.
  fileprivate func fetchTimeline(of name: String) async throws {
    @Dependency(\.twitter) var twitter
    do {
      let response = try await twitter.timeline(name)
      try Task.checkCancellation()
      dispatch(TimelineState.Action.requestSuccess(response: response))
    } catch let error where !(error is CancellationError) {
      dispatch(TimelineState.Action.requestError("\(error)"))
    }
  }
}
