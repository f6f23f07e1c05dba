/// The asynchronous operation of an effect, with the call site that created it.
///
/// PERFORMANCE: a class, so that it is passed as one pointer and needs no lookup of its type's
/// metadata.
@usableFromInline
final class RunOperation<Action>: Sendable {
  let name: String?
  let priority: TaskPriority?
  let callSite: CallSite
  let dependencies: DependencyValues
  /// Starts a subscription whose values are sent, instead of an asynchronous operation.
  let subscribe: EffectSubscription.Start<Action>?
  private let operation: @Sendable (Send<Action>) async throws -> Void
  /// Handles the error that the operation throws, unless it is a `CancellationError`.
  private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

  init(
    name: String?, priority: TaskPriority?, callSite: CallSite, dependencies: DependencyValues,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) {
    self.name = name
    self.priority = priority
    self.callSite = callSite
    self.dependencies = dependencies
    self.operation = operation
    self.handler = handler
    subscribe = nil
  }

  /// Creates an operation that lasts until a subscription ends.
  init(
    callSite: CallSite, dependencies: DependencyValues,
    subscribe: @escaping EffectSubscription.Start<Action>
  ) {
    name = nil
    priority = nil
    self.callSite = callSite
    self.dependencies = dependencies
    self.subscribe = subscribe
    // Used by operators that replace the operation, such as `debounce`.
    operation = { send in
      let subscription = EffectSubscription()
      subscription.onCancel(subscribe(send) { subscription.finish() })
      await subscription.finished()
    }
    handler = nil
  }

  /// Runs the operation. Returns its error if no handler caught it.
  // PERFORMANCE: always inlined, because an asynchronous call checks twice on which executor the
  // task runs.
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

  /// Returns a copy whose actions are transformed.
  func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> RunOperation<T> {
    guard let subscribe else {
      return replacingOperation { send in
        if let error = await self.perform(send.pullback(transform)) { throw error }
      }
    }
    return RunOperation<T>(callSite: callSite, dependencies: dependencies) { send, finish in
      subscribe(send.pullback(transform), finish)
    }
  }

  /// Returns a copy with another operation.
  func replacingOperation<T>(
    with operation: @escaping @Sendable (Send<T>) async throws -> Void
  ) -> RunOperation<T> {
    RunOperation<T>(
      name: name, priority: priority, callSite: callSite, dependencies: dependencies,
      operation: operation)
  }
}

/// A location in a user's source.
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
  /// Returns an effect that runs an asynchronous operation, which may send any number of actions.
  ///
  /// ```swift
  /// return .run { [count = state.count] send in
  ///   await send(.factResponse(try await fact.fetch(count)))
  /// } catch: { error, send in
  ///   await send(.factFailed)
  /// }
  /// ```
  ///
  /// `handler` receives the error that `operation` throws. Without a handler, the error is a
  /// reported issue. A `CancellationError` ends the effect silently.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(
      .run(
        RunOperation(
          name: name, priority: priority, callSite: callSite, dependencies: .current,
          operation: operation, handler: handler)))
  }
}
