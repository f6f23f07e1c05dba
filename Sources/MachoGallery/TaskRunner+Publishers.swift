import ComposableCombine
import MachoArchitectures

extension TaskRunner {
  /// Subscribes to a publisher in a task that lasts until the publisher completes.
  ///
  /// The task owns the subscription instead of a set of `AnyCancellable`: `effects` lists it, and
  /// cancelling the task cancels the subscription. The task calls both closures, so `changed` names
  /// it.
  func subscribe<P: Publisher & SendableMetatype>(
    _ name: String, replacing: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, to makePublisher: @escaping @Sendable () -> P,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<P.Failure>) -> Void = { _ in },
    receiveValue: @escaping @Sendable (P.Output) -> Void
  ) where P.Output: Sendable {
    start(
      name, replacing: replacing, fileID: fileID, filePath: filePath, line: line, column: column
    ) {
      let (events, continuation) = AsyncStream<PublisherEvent<P.Output, P.Failure>>.makeStream()
      let subscription = makePublisher().sink {
        continuation.yield(.completion($0))
        continuation.finish()
      } receiveValue: {
        continuation.yield(.value($0))
      }
      // Ends after the completion, or when the task is cancelled.
      for await event in events {
        switch event {
        case .value(let value): receiveValue(value)
        case .completion(let completion): receiveCompletion(completion)
        }
      }
      subscription.cancel()
    }
  }
}

private enum PublisherEvent<Output: Sendable, Failure: Error>: Sendable {
  case value(Output)
  case completion(Subscribers.Completion<Failure>)
}
