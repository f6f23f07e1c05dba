/// An asynchronous piece of work and where it comes from.
///
/// A class, so that it is handed on as one pointer, whose type nobody on its way has to look up.
@usableFromInline
final class RunOperation<Action>: Sendable {
  let name: String?
  let priority: TaskPriority?
  let callSite: CallSite
  let dependencies: DependencyValues
  private let operation: @Sendable (Send<Action>) async throws -> Void
  /// Takes the error that the operation throws, unless it is a cancellation.
  private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

  init(
    name: String?, priority: TaskPriority?, place: CallSite, dependencies: DependencyValues,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) {
    self.name = name
    self.priority = priority
    self.callSite = place
    self.dependencies = dependencies
    self.operation = operation
    self.handler = handler
  }

  /// Does the work and returns the error that nobody caught, if there is one.
  // Always inlined: an asynchronous call costs two looks at where the task is to run.
  @inline(__always)
  func perform(_ send: Send<Action>) async -> (any Error)? {
    do {
      try await operation(send)
    } catch is CancellationError {
    } catch {
      guard let handler else { return error }
      await handler(error, send)
    }
    return nil
  }

  /// Other work in the place of this.
  func replacingOperation<T>(
    by operation: @escaping @Sendable (Send<T>) async throws -> Void
  ) -> RunOperation<T> {
    RunOperation<T>(
      name: name, priority: priority, place: callSite, dependencies: dependencies,
      operation: operation)
  }
}

/// A place in a user's source.
@usableFromInline
package struct CallSite: Sendable, CustomStringConvertible {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  @usableFromInline
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  @usableFromInline
  package var description: String { "\(fileID):\(line)" }
}

extension Effect {
  /// Does asynchronous work that may send any number of actions back.
  ///
  /// ```swift
  /// return .run { [count = state.count] send in
  ///   await send(.factResponse(try await fact.fetch(count)))
  /// } catch: { error, send in
  ///   await send(.factFailed)
  /// }
  /// ```
  ///
  /// An error that `operation` throws goes to `handler`; without one it is a reported issue.
  /// A `CancellationError` ends the effect silently.
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      .run(
        RunOperation(
          name: name, priority: priority, place: place, dependencies: .current,
          operation: operation, handler: handler)))
  }
}
