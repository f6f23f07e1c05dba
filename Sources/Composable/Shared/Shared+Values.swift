import MachoLocks

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
  public var publisher: AsyncStream<Value> { values(of: box) }
}

extension SharedReader where Value: Sendable {
  /// The current value, then the value after each modification.
  ///
  /// An asynchronous sequence where upstream has a Combine publisher, which `ComposableCombine` adds.
  @_disfavoredOverload
  public var publisher: AsyncStream<Value> { values(of: box) }
}

extension Shared where Value: Sendable {
  /// Calls a closure with the current value, then with the value after each modification, until the
  /// returned closure is called. Returns `nil` if the value cannot change.
  package func observeValues(
    _ onValue: @escaping @Sendable (Value) -> Void
  ) -> (@Sendable () -> Void)? {
    observe(box, onValue)
  }
}

extension SharedReader where Value: Sendable {
  /// Calls a closure with the current value, then with the value after each modification, until the
  /// returned closure is called. Returns `nil` if the value cannot change.
  package func observeValues(
    _ onValue: @escaping @Sendable (Value) -> Void
  ) -> (@Sendable () -> Void)? {
    observe(box, onValue)
  }
}

private func values<Value: Sendable, Reference>(
  of box: SharedBox<Value, Reference>
) -> AsyncStream<Value> {
  let (stream, continuation) = AsyncStream<Value>.makeStream()
  if let cancel = observe(box, { continuation.yield($0) }) {
    continuation.onTermination = { _ in cancel() }
  } else {
    continuation.finish()
  }
  return stream
}

/// Observes the value that a property refers to, also after it refers to another one.
private func observe<Value: Sendable, Reference>(
  _ box: SharedBox<Value, Reference>, _ onValue: @escaping @Sendable (Value) -> Void
) -> (@Sendable () -> Void)? {
  guard let cancel = observe(box.reference, onValue) else { return nil }
  let cancelCurrent = Lock<@Sendable () -> Void>(cancel)
  let id = box.addListener { [weak box] in
    guard let box, let next = observe(box.reference, onValue) else { return }
    let cancel = cancelCurrent.withLock { current in
      defer { current = next }
      return current
    }
    cancel()
  }
  return {
    box.removeListener(id)
    cancelCurrent.withLock { $0 }()
  }
}

private func observe<Value: Sendable>(
  _ reference: SharedReaderReference<Value>, _ onValue: @escaping @Sendable (Value) -> Void
) -> (@Sendable () -> Void)? {
  defer { onValue(reference.read(.current)) }
  guard let source = reference.source else { return nil }
  let id = source.addListener { _ in onValue(reference.read(.current)) }
  return { [weak source] in source?.removeListener(id) }
}
