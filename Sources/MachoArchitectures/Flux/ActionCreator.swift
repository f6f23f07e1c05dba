/// Does something, and dispatches actions of what came of it.
///
/// ```swift
/// struct ListActionCreator: ActionCreator {
///   let dispatcher: Dispatcher<ListAction>
///   let work: Work
///   let service: any ListService
///
///   func appeared() {
///     dispatch(.loading)
///     work.start { dispatch(.loaded(try await service.rows())) }
///   }
/// }
/// ```
public protocol ActionCreator<Action>: Sendable {
  associatedtype Action: Sendable
  /// Where its actions go.
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
