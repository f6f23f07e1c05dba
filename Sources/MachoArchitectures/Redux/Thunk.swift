/// An action creator that may do more than make an action: ask, wait, and dispatch what comes of
/// it.
///
/// ```swift
/// let refresh = Thunk<AppState>("refresh") { store in
///   store.dispatch(TimelineAction.requestStarted)
///   store.dispatch(TimelineAction.requestSucceeded(try await timeline.load()))
/// }
/// store.dispatch(refresh)
/// ```
public struct Thunk<State: Sendable>: Sendable {
  /// Its name; work that a thunk of this name does can be cancelled by it.
  public let name: String
  let isReplacing: Bool
  let run: @Sendable (ReduxStore<State>) async throws -> Void
  let callSite: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

  /// Makes a thunk.
  ///
  /// - Parameter replacing: whether what runs under this name is cancelled first.
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

/// What can be asked for by name, each a thunk.
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
  /// What does it.
  var thunk: Thunk<State> { get }
}

extension ReduxStore {
  /// Runs a thunk as work of the store.
  public func dispatch(_ thunk: Thunk<State>) {
    let place = thunk.callSite
    tasks.start(
      thunk.name, replacing: thunk.isReplacing, fileID: place.fileID, filePath: place.filePath,
      line: place.line, column: place.column
    ) {
      try await thunk.run(self)
    }
  }
}
