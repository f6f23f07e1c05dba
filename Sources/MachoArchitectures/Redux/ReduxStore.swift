import IssueReporting
import MachoLocks

/// The single state of an application, which only a reducer changes.
///
/// ```swift
/// let store = ReduxStore(AppState(), reducer: appReducer, middleware: [.logging { print($0) }])
/// let subscription = store.subscribe(select: \.timeline.tweets) { show($0) }
/// store.dispatch(TimelineAction.requestStarted)
/// ```
///
/// Actions are reduced one after the other. An action dispatched by a subscriber is reduced after
/// all subscribers were notified of the previous one. An action dispatched by a reducer is dropped
/// and reported as an issue.
public final class ReduxStore<State: Sendable>: Sendable {
  /// Starts the asynchronous tasks of thunks and middleware.
  public let tasks: TaskRunner
  private let content: Lock<State>
  private let isReducing = Lock(false)
  private let reducer: ReduxReducer<State>
  private let middleware: [Middleware<State>]
  private let queue = SerialRunQueue()
  private let subscribers = Subscribers<State>()
  private let observers = Subscribers<ReduxTransition<State>>()

  /// Creates a store.
  public init(
    _ state: State, reducer: ReduxReducer<State>, middleware: [Middleware<State>] = [],
    tasks: TaskRunner = TaskRunner()
  ) {
    content = Lock(state)
    self.reducer = reducer
    self.middleware = middleware
    self.tasks = tasks
  }

  /// Creates a store from a function that returns a new state for each action.
  ///
  /// - Parameter state: The first state. Default: what the function returns for a `StartAction`.
  public convenience init(
    _ state: State? = nil, reduce: @escaping ReduceFunction<State>,
    middleware: [Middleware<State>] = [], tasks: TaskRunner = TaskRunner()
  ) {
    self.init(
      state ?? reduce(StartAction(), nil), reducer: ReduxReducer(returning: reduce),
      middleware: middleware, tasks: tasks)
  }

  /// The current state.
  public var state: State { content.withLock { $0 } }

  /// Passes an action through the middleware to the reducer.
  public func dispatch(
    _ action: any Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    guard !(queue.isRunningOnCurrentThread && isReducing.withLock { $0 }) else {
      reportIssue(
        "\(action) was dispatched by a reducer and is dropped: reducers must be pure functions.",
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    dispatch(action, through: middleware[...])
  }

  /// Calls `observer` with each new state until the subscription is cancelled.
  public func subscribe(_ observer: @escaping @Sendable (State) -> Void) -> Subscription {
    subscribers.add(observer)
  }

  /// Calls `observer` with the selected part of each new state, if it differs from the previous
  /// one.
  public func subscribe<Part: Equatable & Sendable>(
    select: @escaping @Sendable (State) -> Part, _ observer: @escaping @Sendable (Part) -> Void
  ) -> Subscription {
    let last = Lock(select(state))
    return subscribers.add { state in
      let part = select(state)
      let isNew = last.withLock { last in
        defer { last = part }
        return last != part
      }
      if isNew { observer(part) }
    }
  }

  /// Calls `observer` with each reduced action, before the subscribers receive the state.
  public func observe(_ observer: @escaping @Sendable (ReduxTransition<State>) -> Void)
    -> Subscription
  {
    observers.add(observer)
  }

  /// Replaces the state without an action, for time travel.
  public func restore(_ state: State) {
    queue.enqueue { [self] in
      replaceState(by: state)
      subscribers.notify(state)
    }
    queue.drain()
  }

  private func dispatch(_ action: any Action, through rest: ArraySlice<Middleware<State>>) {
    guard let first = rest.first else {
      queue.enqueue { self.reduce(action) }
      return queue.drain()
    }
    first.handle(action, self) { self.dispatch($0, through: rest.dropFirst()) }
  }

  /// The old state is released without the lock, because its parts may dispatch when they are released.
  private func replaceState(by state: State) {
    _ = content.withLock { content in
      defer { content = state }
      return content
    }
  }

  private func reduce(_ action: any Action) {
    isReducing.withLock { $0 = true }
    let before = state
    // SAFETY: reduced without the lock, because only closures of the serial queue write the state.
    var after = before
    let isKnown = reducer.reduce(&after, action)
    isReducing.withLock { $0 = false }
    replaceState(by: after)
    observers.notify(
      ReduxTransition(action: action, before: before, after: after, isHandled: isKnown))
    subscribers.notify(after)
  }
}

/// One reduced action.
public struct ReduxTransition<State: Sendable>: Sendable {
  /// The action.
  public let action: any Action
  /// The state before it.
  public let before: State
  /// The state after it.
  public let after: State
  /// Whether any reducer handles the action.
  public let isHandled: Bool
}
