import Composable
import MachoAdapters
import MachoArchitectures

extension Gallery {
  static let timeline = timeline(
    "timeline", "Redux: a timeline and a profile, action creators and middleware."
  ) { state, tasks in
    ReduxStore(state, reducer: AppState.reducer, middleware: Middleware.timeline, tasks: tasks)
  }

  static let timelineFunctions = timeline(
    "timeline-functions", "Redux: the timeline with reducers that return a new state."
  ) { state, tasks in
    ReduxStore(state, reduce: AppState.reduce, middleware: Middleware.timeline, tasks: tasks)
  }

  static let timelineScreen = Feature(
    "timeline-screen", "Redux: a screen that subscribes to the timeline while it is visible.",
    start: TimelineScreen(), receives: TimelineViewController.Notification.self,
    prompt: .preview, stubs: stubs
  ) { screen, context in
    let user = AppState(userProfileState: UserProfileState(name: "Blob"))
    let store = ReduxStore(
      user, reduce: AppState.reduce, middleware: Middleware.timeline, tasks: context.tasks)
    return TimelineViewController(screen, store: store, context: context)
  }

  private static func timeline(
    _ name: String, _ summary: String,
    store: @escaping @Sendable (AppState, TaskRunner) -> ReduxStore<AppState>
  ) -> Feature {
    Feature(
      name, summary, start: AppState.reduce(action: StartAction(), state: nil),
      actions: [
        TimelineState.Action.self, UserProfileState.Action.self, LoginAction.self,
        ForceLogoutAction.self, AppOpenedAction.self,
      ],
      creators: TimelineCreator.self, prompt: .preview, stubs: stubs, redux: store)
  }

  private static let stubs = [
    Stub("twitter.timeline", \.twitter.timeline),
    Stub("twitter.countTweets", \.twitter.countTweets),
    Stub("log.write", placeholder: (), \.lineLog.write),
  ]
}
