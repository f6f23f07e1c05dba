/// A stage that each action passes before the reducer.
///
/// A middleware can run code before and after the reducer, drop the action, dispatch another one,
/// or start asynchronous tasks. The first middleware of a store receives an action first.
///
/// ```swift
/// let analytics = Middleware<AppState> { action, store, next in
///   tracker.log("\(action)")
///   next(action)
/// }
/// ```
public struct Middleware<State: Sendable>: Sendable {
  /// Handles an action. `next` passes it to the next middleware, and finally to the reducer.
  public let handle:
    @Sendable (_ action: any Action, _ store: ReduxStore<State>, _ next: DispatchFunction) -> Void

  /// Creates a middleware from a closure.
  public init(
    _ handle:
      @escaping @Sendable (
        _ action: any Action, _ store: ReduxStore<State>, _ next: DispatchFunction
      ) -> Void
  ) {
    self.handle = handle
  }

  /// Logs each action, and the state before and after it.
  public static func logging(to write: @escaping @Sendable (String) -> Void) -> Self {
    Self { action, store, next in
      write("[Action] \(action)")
      write("[Before State] \(store.state)")
      next(action)
      write("[After State] \(store.state)")
    }
  }

  /// Starts an asynchronous task after an action of one type was reduced.
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
