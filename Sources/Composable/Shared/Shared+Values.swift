extension Shared where Value: Sendable {
  /// The current value, then the value after each modification.
  ///
  /// An asynchronous sequence where upstream has a Combine publisher, which `ComposableCombine` adds:
  ///
  /// ```swift
  /// case .task:
  ///   return .publisher { [count = state.$count] in
  ///     count.publisher.map(Action.countChanged)
  ///   }
  /// ```
  @_disfavoredOverload
  public var publisher: AsyncStream<Value> { values(of: reference) }
}

extension SharedReader where Value: Sendable {
  /// The current value, then the value after each modification.
  ///
  /// An asynchronous sequence where upstream has a Combine publisher, which `ComposableCombine` adds.
  @_disfavoredOverload
  public var publisher: AsyncStream<Value> { values(of: reference) }
}

extension Shared where Value: Sendable {
  /// Calls a closure with the current value, then with the value after each modification, until the
  /// returned closure is called. Returns `nil` if the value cannot change.
  package func observeValues(
    _ onValue: @escaping @Sendable (Value) -> Void
  ) -> (@Sendable () -> Void)? {
    observe(reference, onValue)
  }
}

extension SharedReader where Value: Sendable {
  /// Calls a closure with the current value, then with the value after each modification, until the
  /// returned closure is called. Returns `nil` if the value cannot change.
  package func observeValues(
    _ onValue: @escaping @Sendable (Value) -> Void
  ) -> (@Sendable () -> Void)? {
    observe(reference, onValue)
  }
}

private func values<Value: Sendable>(
  of reference: SharedReaderReference<Value>
) -> AsyncStream<Value> {
  let (stream, continuation) = AsyncStream<Value>.makeStream()
  if let cancel = observe(reference, { continuation.yield($0) }) {
    continuation.onTermination = { _ in cancel() }
  } else {
    continuation.finish()
  }
  return stream
}

private func observe<Value: Sendable>(
  _ reference: SharedReaderReference<Value>, _ onValue: @escaping @Sendable (Value) -> Void
) -> (@Sendable () -> Void)? {
  defer { onValue(reference.read(.current)) }
  guard let source = reference.source else { return nil }
  let id = source.addListener { _ in onValue(reference.read(.current)) }
  return { [weak source] in source?.removeListener(id) }
}
