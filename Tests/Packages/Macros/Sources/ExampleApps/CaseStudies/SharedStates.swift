import ComposableArchitecture
import Foundation

public struct Stats: Codable, Equatable, Sendable {
  private(set) public var count = 0
  private(set) public var maxCount = 0
  private(set) public var minCount = 0
  private(set) public var numberOfCounts = 0

  public init() {}

  public mutating func increment() {
    count += 1
    numberOfCounts += 1
    maxCount = max(maxCount, count)
  }
  public mutating func decrement() {
    count -= 1
    numberOfCounts += 1
    minCount = min(minCount, count)
  }
}

extension SharedReaderKey where Self == InMemoryKey<Stats> {
  fileprivate static var stats: Self { inMemory("stats") }
}

extension SharedReaderKey where Self == FileStorageKey<Stats> {
  fileprivate static var fileStats: Self {
    fileStorage(.documentsDirectory.appending(component: "stats.json"))
  }
}

extension SharedReaderKey where Self == AppStorageKey<Int> {
  fileprivate static var count: Self { appStorage("sharedStateDemoCount") }
}

@Reducer
public struct SharedStateInMemory: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var currentTab = Tab.counter
    public var counter = CounterTab.State()
    public var profile = ProfileTab.State()

    public init() {}

    public enum Tab: Sendable { case counter, profile }
  }

  public enum Action: Sendable {
    case counter(CounterTab.Action)
    case profile(ProfileTab.Action)
    case selectTab(State.Tab)
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    Scope(state: \.counter, action: \.counter) {
      CounterTab()
    }
    Scope(state: \.profile, action: \.profile) {
      ProfileTab()
    }
    Reduce { state, action in
      switch action {
      case .counter, .profile:
        return .none
      case .selectTab(let tab):
        state.currentTab = tab
        return .none
      }
    }
  }
}

@Reducer
public struct CounterTab: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    @Shared(.stats) public var stats = Stats()

    public init() {}
  }

  public enum Action: Sendable {
    case alert(PresentationAction<Alert>)
    case decrementButtonTapped
    case incrementButtonTapped
    case isPrimeButtonTapped

    public enum Alert: Equatable, Sendable {}
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .decrementButtonTapped:
        state.$stats.withLock { $0.decrement() }
        return .none

      case .incrementButtonTapped:
        state.$stats.withLock { $0.increment() }
        return .none

      case .isPrimeButtonTapped:
        state.alert = AlertState {
          TextState("The number \(state.stats.count) is prime.")
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
public struct ProfileTab: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Shared(.stats) public var stats = Stats()
  }

  public enum Action: Sendable {
    case resetStatsButtonTapped
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .resetStatsButtonTapped:
        state.$stats.withLock { $0 = Stats() }
        return .none
      }
    }
  }
}

@Reducer
public struct SharedStateFileStorage: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Shared(.fileStats) public var stats = Stats()

    public init() {}
  }

  public enum Action: Sendable {
    case incrementButtonTapped
    case delayedResetButtonTapped
  }

  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.$stats.withLock { $0.increment() }
        return .none

      case .delayedResetButtonTapped:
        return .run { [stats = state.$stats] _ in
          try await clock.sleep(for: .seconds(1))
          stats.withLock { $0 = Stats() }
        }
      }
    }
  }
}

@Reducer
public struct SharedStateUserDefaults: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Shared(.count) public var count = 0
    @SharedReader(.count) public var countReader = 0

    public init() {}
  }

  public enum Action: Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.$count.withLock { $0 -= 1 }
        return .none
      case .incrementButtonTapped:
        state.$count.withLock { $0 += 1 }
        return .none
      }
    }
  }
}

public struct SignUpData: Equatable, Sendable {
  public var email = ""
  public var firstName = ""
  public var topics: Set<Topic> = []

  public init() {}

  public enum Topic: String, Identifiable, CaseIterable, Sendable {
    case advancedSwift = "Advanced Swift"
    case composableArchitecture = "Composable Architecture"

    public var id: Self { self }
  }
}

@Reducer
public struct SignUpFlow: Sendable {
  @Reducer
  public enum Path {
    case basics(BasicsFeature)
    case topics(TopicsFeature)
  }

  @ObservableState
  public struct State: Equatable {
    public var path = StackState<Path.State>()
    @Shared public var signUpData: SignUpData

    public init(signUpData: SignUpData = SignUpData()) {
      self._signUpData = Shared(value: signUpData)
    }
  }

  public enum Action {
    case path(StackActionOf<Path>)
    case startButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(id: _, action: .topics(.delegate(.stepFinished)))):
        state.path.removeAll()
        return .none
      case .path(.element(id: _, action: .basics(.nextButtonTapped))):
        state.path.append(.topics(TopicsFeature.State(topics: state.$signUpData.topics)))
        return .none
      case .path:
        return .none
      case .startButtonTapped:
        state.path.append(.basics(BasicsFeature.State(signUpData: state.$signUpData)))
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}
extension SignUpFlow.Path.State: Equatable {}

@Reducer
public struct BasicsFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Shared public var signUpData: SignUpData
  }

  public enum Action: Sendable, BindableAction {
    case binding(BindingAction<State>)
    case nextButtonTapped
    case emailChanged(String)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .nextButtonTapped:
        return .none
      case .emailChanged(let email):
        state.$signUpData.withLock { $0.email = email }
        return .none
      }
    }
  }
}

@Reducer
public struct TopicsFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Never>?
    @Shared public var topics: Set<SignUpData.Topic>

    public init(topics: Shared<Set<SignUpData.Topic>>) {
      self._topics = topics
    }
  }

  public enum Action: Sendable, BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case doneButtonTapped
    case toggled(SignUpData.Topic)

    @CasePathable
    public enum Delegate: Sendable {
      case stepFinished
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding, .delegate:
        return .none
      case .doneButtonTapped:
        if state.topics.isEmpty {
          state.alert = AlertState {
            TextState("Please choose at least one topic.")
          }
          return .none
        }
        return .send(.delegate(.stepFinished))
      case .toggled(let topic):
        state.$topics.withLock { topics in
          if topics.remove(topic) == nil { topics.insert(topic) }
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

/// A key with a stream of values from outside, and no storage.
public struct NotificationCountKey: SharedReaderKey {
  let stream: NotificationStream

  public var id: ObjectIdentifier { ObjectIdentifier(stream) }

  public func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resume(with: .success(0))
  }

  public func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    stream.observer.setValue { subscriber.yield($0) }
    return SharedSubscription {}
  }
}

public final class NotificationStream: Sendable {
  let observer = LockIsolated<(@Sendable (Int) -> Void)?>(nil)

  public init() {}

  public func post(_ count: Int) { observer.value?(count) }
}
