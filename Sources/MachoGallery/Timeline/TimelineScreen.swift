import MachoAdapters
import MachoArchitectures
import MachoLocks

/// What the timeline's screen displays.
struct TimelineScreen: Equatable, Sendable {
  var rows: [Tweet] = []
}

/// A screen that subscribes to a part of the application state while it is visible.
final class TimelineViewController: Drivable, Sendable {
  /// The lifecycle of the screen, and what its user does.
  enum Input: Equatable, Sendable {
    case viewDidLoad
    case viewWillAppear
    case viewWillDisappear
    case refreshed
    case logoutButtonTapped
  }

  /// A call that the screen receives from the store.
  enum Notification: Equatable, Sendable {
    case newState([Tweet])
  }

  private let store: ReduxStore<AppState>
  private let screen: Observed<TimelineScreen>
  private let context: DrivableContext<Notification>
  private let subscription = Lock<Subscription?>(nil)

  init(
    _ screen: TimelineScreen, store: ReduxStore<AppState>, context: DrivableContext<Notification>
  ) {
    self.screen = Observed(screen)
    self.store = store
    self.context = context
  }

  var state: TimelineScreen { screen.value }

  func send(_ input: Input) {
    switch input {
    case .viewDidLoad, .refreshed: store.dispatch(TimelineCreator.requestTimeline)
    case .viewWillAppear: subscribe()
    case .viewWillDisappear: subscription.withLock { $0 = nil }
    case .logoutButtonTapped: store.dispatch(ForceLogoutAction())
    }
  }

  /// Displays the selected part of the state: the current one, and each that differs.
  private func subscribe() {
    let subscription = store.subscribe(select: \.timelineState.response) { [weak self] rows in
      self?.newState(rows)
    }
    self.subscription.withLock { $0 = subscription }
    newState(store.state.timelineState.response)
  }

  private func newState(_ rows: [Tweet]) {
    screen.update { $0.rows = rows }
    context.didHandle(.newState(rows))
  }
}
