public import Composable

extension Shared where Value: Sendable {
  /// A publisher of the value: the current value, then the value after each modification.
  public var publisher: AnyPublisher<Value, Never> {
    valuePublisher { self.observeValues($0) }
  }
}

extension SharedReader where Value: Sendable {
  /// A publisher of the value: the current value, then the value after each modification.
  public var publisher: AnyPublisher<Value, Never> {
    valuePublisher { self.observeValues($0) }
  }
}

/// Returns a publisher that observes a value for each subscription.
private func valuePublisher<Value: Sendable>(
  _ observe: @escaping (@escaping @Sendable (Value) -> Void) -> (@Sendable () -> Void)?
) -> AnyPublisher<Value, Never> {
  Deferred {
    // SAFETY: subjects have a lock.
    nonisolated(unsafe) let subject = CurrentValueSubject<Value?, Never>(nil)
    let cancel = observe { subject.send($0) }
    if cancel == nil { subject.send(completion: .finished) }
    return subject.compactMap { $0 }.handleEvents(receiveCancel: { cancel?() })
  }
  .eraseToAnyPublisher()
}
