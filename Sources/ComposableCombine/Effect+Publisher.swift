public import Composable

extension Effect {
  /// Returns an effect that sends the values of a publisher.
  ///
  /// ```swift
  /// return .publisher { locations.map(Action.moved) }
  /// ```
  ///
  /// The effect subscribes when it starts. A value that the publisher emits on the store's thread is
  /// reduced before the publisher's call returns.
  public static func publisher<P: Publisher & SendableMetatype>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ makePublisher: @escaping @Sendable () -> P
  ) -> Self where P.Output == Action, P.Failure == Never {
    subscription(fileID: fileID, filePath: filePath, line: line, column: column) { send, finish in
      // SAFETY: a token may be cancelled on any thread, as Combine documents.
      nonisolated(unsafe) let token = makePublisher().sink(
        receiveCompletion: { _ in finish() }, receiveValue: { send.sendFromCallback($0) })
      return { token.cancel() }
    }
  }
}
