/// An asynchronous action creator: it can await results and dispatch them.
///
/// ```swift
/// let refresh = Thunk<AppState>("refresh") { store in
///   store.dispatch(TimelineAction.requestStarted)
///   store.dispatch(TimelineAction.requestSucceeded(try await timeline.load()))
/// }
/// store.dispatch(refresh)
/// ```
public struct Thunk<State: Sendable>: Sendable {
  /// The thunk's name, by which its task can be cancelled.
  public let name: String
  let isReplacing: Bool
  let run: @Sendable (ReduxStore<State>) async throws -> Void
  let callSite: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

  /// Creates a thunk.
  ///
  /// - Parameter replacing: Whether to cancel the running task with this name first. Default:
  ///   `false`.
  public init(
    _ name: String, replacing: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    run: @escaping @Sendable (_ store: ReduxStore<State>) async throws -> Void
  ) {
    self.name = name
    isReplacing = replacing
    self.run = run
    callSite = (fileID, filePath, line, column)
  }
}

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
  /// Runs a thunk as a task of the store.
  public func dispatch(_ thunk: Thunk<State>) {
    let callSite = thunk.callSite
    tasks.start(
      thunk.name, replacing: thunk.isReplacing, fileID: callSite.fileID,
      filePath: callSite.filePath,
      line: callSite.line, column: callSite.column
    ) {
      try await thunk.run(self)
    }
  }
}
