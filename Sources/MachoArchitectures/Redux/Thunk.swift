/// An action creator that a store runs: asynchronous as a task, or synchronous.
///
/// ```swift
/// let refresh = Thunk<AppState>("refresh") { store in
///   store.dispatch(TimelineAction.requestStarted)
///   store.dispatch(TimelineAction.requestSucceeded(try await timeline.load()))
/// }
/// let logOut = Thunk<AppState> { state, _ in
///   state.isLoggedIn ? LogOutAction() : nil
/// }
/// store.dispatch(refresh)
/// store.dispatch(logOut)
/// ```
public struct Thunk<State: Sendable>: Sendable {
  enum Work: Sendable {
    case task(
      isReplacing: Bool, run: @Sendable (ReduxStore<State>) async throws -> Void,
      fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)
    case function(CreateFunction<State>)
  }

  /// The name by which its task can be cancelled. `nil`: it is synchronous and starts no task itself.
  public let name: String?
  let work: Work

  /// Creates an asynchronous action creator.
  ///
  /// - Parameter replacing: Whether to cancel the running task with this name first. Default:
  ///   `false`.
  public init(
    _ name: String, replacing: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    run: @escaping @Sendable (_ store: ReduxStore<State>) async throws -> Void
  ) {
    self.name = name
    work = .task(
      isReplacing: replacing, run: run, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Creates a synchronous action creator.
  public init(_ create: @escaping CreateFunction<State>) {
    name = nil
    work = .function(create)
  }
}

/// A synchronous action creator: returns the action to dispatch, or `nil` for none.
///
/// Unlike a reducer, it may have side effects: it may start tasks of the store and dispatch other
/// actions.
public typealias CreateFunction<State: Sendable> =
  @Sendable (_ state: State, _ store: ReduxStore<State>) -> (any Action)?

/// A set of named thunks, usually an enum.
///
/// ```swift
/// enum TimelineCreator: ThunkCreator {
///   case fetch(page: Int)
///
///   var thunk: Thunk<AppState> {
///     switch self {
///     case .fetch(let page): Thunk("fetch", replacing: true) { ... }
///     }
///   }
/// }
/// store.dispatch(TimelineCreator.fetch(page: 1).thunk)
/// ```
public protocol ThunkCreator<State>: SendableMetatype {
  associatedtype State: Sendable
  /// The thunk to run.
  var thunk: Thunk<State> { get }
}

extension ReduxStore {
  /// Runs a thunk: an asynchronous one as a task of the store, a synchronous one immediately.
  public func dispatch(_ thunk: Thunk<State>) {
    switch thunk.work {
    case .task(let isReplacing, let run, let fileID, let filePath, let line, let column):
      tasks.start(
        thunk.name, replacing: isReplacing, fileID: fileID, filePath: filePath, line: line,
        column: column
      ) {
        try await run(self)
      }
    case .function(let create): dispatch(create)
    }
  }

  /// Calls a synchronous action creator with the current state. Dispatches the action that it
  /// returns, if any.
  public func dispatch(_ create: CreateFunction<State>) {
    guard let action = create(state, self) else { return }
    dispatch(action)
  }
}
