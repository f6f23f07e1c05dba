extension Shared where Value: Sendable {
  /// The current value, then the value after each modification.
  ///
  /// An asynchronous sequence where upstream has a Combine publisher:
  ///
  /// ```swift
  /// case .task:
  ///   return .publisher { [count = state.$count] in
  ///     count.publisher.map(Action.countChanged)
  ///   }
  /// ```
  public var publisher: AsyncStream<Value> { values(of: reference) }
}

extension SharedReader where Value: Sendable {
  /// The current value, then the value after each modification.
  ///
  /// An asynchronous sequence where upstream has a Combine publisher.
  public var publisher: AsyncStream<Value> { values(of: reference) }
}

private func values<Value: Sendable>(
  of reference: SharedReaderReference<Value>
) -> AsyncStream<Value> {
  let (stream, continuation) = AsyncStream<Value>.makeStream()
  guard let source = reference.source else {
    continuation.yield(reference.read(.current))
    continuation.finish()
    return stream
  }
  let id = source.addListener { _ in continuation.yield(reference.read(.current)) }
  continuation.yield(reference.read(.current))
  continuation.onTermination = { [weak source] _ in source?.removeListener(id) }
  return stream
}
