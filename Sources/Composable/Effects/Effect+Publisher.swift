extension Effect {
  /// Sends each element of an asynchronous sequence.
  ///
  /// ```swift
  /// return .publisher {
  ///   clock.timer(interval: .seconds(1)).map { _ in Action.tick }
  /// }
  /// .cancellable(id: CancelID.timer)
  /// ```
  ///
  /// Upstream's effect of this name takes a Combine publisher, which Linux does not have. The
  /// sequence is created when the effect starts, under the reducer's dependencies, and read in the
  /// effect's task. Its errors are handled like those of `run`.
  public static func publisher<S: AsyncSequence & SendableMetatype>(
    priority: TaskPriority? = nil,
    name: String? = nil,
    _ makeSequence: @escaping @Sendable () -> S,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self where S.Element == Action, S.AsyncIterator: SendableMetatype {
    run(
      priority: priority, name: name,
      operation: { send in
        for try await action in makeSequence() {
          // SAFETY: the sequence hands the action over, and this loop is its only reader.
          let action = UnsafeTransfer(action)
          await send(action.value)
        }
      }, catch: handler, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns an effect that sends nothing and ignores errors.
  @available(*, deprecated, message: "Use 'run' and do not send anything.")
  public static func fireAndForget(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    run(
      priority: priority, operation: { _ in try? await work() }, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
