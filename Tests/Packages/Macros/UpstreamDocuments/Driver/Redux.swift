import ComposableArchitecture
import MachoArchitectures
import MachoKit

@preconcurrency @testable import ReSwift

/// 003: the document's store, with its reducer, its middleware and its two view controllers.
final class ReduxTimeline: Drivable {
  struct State: Equatable {
    var isFetching = false
    var response: [Tweet] = []
    var error: String?
    var userProfile: String?
    /// The rows of the view that is subscribed.
    var rows: [Tweet] = []
    var reloads = 0
    var printed: [String] = []
  }

  enum Input { case viewDidLoad, viewWillAppear, viewWillDisappear, forceLogout }

  enum Dispatched {
    case timeline(TimelineState.Action)
    case forceLogout
  }

  @Dependency(\.services) private var services
  private let host: Host
  private let store: ReSwift.Store<AppState>
  private let loading: TimelineViewController
  private let subscribing: Subscribing.TimelineViewController

  init(_ context: DrivableContext<Dispatched>) {
    host = Host(context.tasks)
    let reporting: ReSwift.Middleware<AppState> = { _, _ in
      { next in
        { action in
          next(action)
          if let action = action as? TimelineState.Action { context.didHandle(.timeline(action)) }
          if action is ForceLogoutAction { context.didHandle(.forceLogout) }
        }
      }
    }
    store = ReSwift.Store<AppState>(
      reducer: appReduce,
      state: AppState(userProfileState: UserProfileState(userProfile: UserProfile(name: "blob"))),
      middleware: [reporting, loggingMiddleware])
    loading = TimelineViewController(store: store)
    subscribing = Subscribing.TimelineViewController(store: store)
  }

  var state: State {
    let timeline: TimelineState = store.state.timelineState
    return State(
      isFetching: timeline.fetching, response: timeline.response,
      error: timeline.error.map { "\($0)" },
      userProfile: store.state.userProfileState?.userProfile.name,
      rows: subscribing.dataSource, reloads: subscribing.tableView.reloads,
      printed: host.printed.value.map { String($0.prefix(while: { $0 != "]" })) + "]" })
  }

  func send(_ input: Input) {
    let tweets = services.tweets
    let request: @Sendable (@escaping TimelineService.Completion) -> Void = { [host] completion in
      host.start("request", tweets, completion: completion)
    }
    TimelineService.$request.withValue(request) {
      host.run {
        switch input {
        case .viewDidLoad: loading.viewDidLoad()
        case .viewWillAppear: subscribing.viewWillAppear(animated: false)
        case .viewWillDisappear: subscribing.viewWillDisappear(animated: false)
        case .forceLogout: store.dispatch(ForceLogoutAction())
        }
      }
    }
  }
}

/// 003: the document's action creator, with the state that it needs.
final class ReduxRepositories: Drivable {
  struct State: Equatable {
    var isLoggedIn = false
    var repositories: [Tweet] = []
  }

  enum Input { case logIn, fetch }

  @Dependency(\.services) private var services
  private let host: Host
  private var store = ReSwift.Store<ReSwift.State>(reducer: reduceRepositories, state: nil)

  init(_ tasks: TaskRunner) { host = Host(tasks) }

  var state: State {
    var state = State(repositories: store.state.repositories)
    if case .loggedIn = store.state.authState.loggedInState { state.isLoggedIn = true }
    return state
  }

  func send(_ input: Input) {
    switch input {
    case .logIn:
      let (host, tweets) = (host, services.tweets)
      let configuration = Configuration { completion in
        host.start("repositories", tweets) { result in
          if let repositories = try? result.get() { completion(repositories) }
        }
      }
      var state: ReSwift.State = store.state
      state.authState.loggedInState = .loggedIn(configuration)
      store = ReSwift.Store<ReSwift.State>(reducer: reduceRepositories, state: state)
    case .fetch: host.run { fetchRepositories(store: store) }
    }
  }
}

extension Driver {
  private static let stubs = [Stub("api.tweets", \.services.tweets)]

  static let redux = [
    Feature(
      "redux", "003: a timeline with one store.",
      start: ReduxTimeline.State(userProfile: "blob"), receives: ReduxTimeline.Dispatched.self,
      stubs: stubs
    ) { _, context in
      ReduxTimeline(context)
    },
    Feature(
      "action-creator", "003: an action creator that needs a login.",
      start: ReduxRepositories.State(), receives: ReduxRepositories.Input.self, stubs: stubs
    ) { _, context in
      ReduxRepositories(context.tasks)
    },
  ]
}
