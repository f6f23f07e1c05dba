/// Performs operations and dispatches their results as actions.
///
/// ```swift
/// struct ListActionCreator: ActionCreator {
///   let dispatcher: Dispatcher<ListAction>
///   let tasks: TaskRunner
///   let service: any ListService
///
///   func appeared() {
///     dispatch(.loading)
///     tasks.start { dispatch(.loaded(try await service.rows())) }
///   }
/// }
/// ```
public protocol ActionCreator<Action>: Sendable {
  associatedtype Action: Sendable
  /// The dispatcher that receives the actions.
  var dispatcher: Dispatcher<Action> { get }
}

extension ActionCreator {
  /// Dispatches an action.
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    dispatcher.dispatch(action, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
