/// Something that an action passes on its way to the reducer.
///
/// It may do something before and after, hold the action back, send another one, or begin work. The
/// first middleware of a store sees an action first.
///
/// ```swift
/// let analytics = Middleware<AppState> { action, store, next in
///   tracker.log("\(action)")
///   next(action)
/// }
/// ```
public struct Middleware<State: Sendable>: Sendable {
  /// Handles an action: `next` hands it to the next middleware, and in the end to the reducer.
  public let handle:
    @Sendable (_ action: any Action, _ store: ReduxStore<State>, _ next: DispatchFunction) -> Void

  /// Makes a middleware of a function.
  public init(
    _ handle:
      @escaping @Sendable (
        _ action: any Action, _ store: ReduxStore<State>, _ next: DispatchFunction
      ) -> Void
  ) {
    self.handle = handle
  }

  /// Writes a line for each action, and the state before and after it.
  public static func logging(to write: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, store, next in
      write("[Action] \(action)")
      write("[Before State] \(store.state)")
      next(action)
      write("[After State] \(store.state)")
    }
  }

  /// Begins work when an action of one type has been reduced.
  public static func performing<A: Action>(
    on type: A.Type, _ name: String? = nil, replacing: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ operation: @escaping @Sendable (_ action: A, _ store: ReduxStore<State>) async throws -> Void
  ) -> Self {
    Self { action, store, next in
      next(action)
      guard let action = action as? A else { return }
      store.tasks.start(
        name, replacing: replacing, fileID: fileID, filePath: filePath, line: line, column: column
      ) {
        try await operation(action, store)
      }
    }
  }
}
