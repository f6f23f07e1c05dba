import Composable
import MachoAdapters
import MachoArchitectures

extension Gallery {
  static let timeline = Feature(
    "timeline", "Redux: a timeline and a profile, thunks and middleware.", start: AppState(),
    actions: [
      TimelineState.Action.self, UserProfileState.Action.self, LoginAction.self,
      ForceLogoutAction.self, AppOpenedAction.self,
    ],
    creators: TimelineCreator.self,
    prompt: .preview,
    stubs: [
      Stub("twitter.timeline", \.twitter.timeline),
      Stub("twitter.countTweets", \.twitter.countTweets),
      Stub("log.write", placeholder: (), \.lineLog.write),
    ]
  ) { state, tasks in
    let log = Dependency(\.lineLog)
    return ReduxStore(
      state, reducer: AppState.reducer,
      middleware: [
        .logging { log.wrappedValue.write($0) }, .cancellingAtLogout, .countingTweets,
      ],
      tasks: tasks)
  }
}
