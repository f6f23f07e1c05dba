public import Composable
import MachoLocks

/// A publisher of a store's state: the current state, and the state after each batch of reduced
/// actions.
///
/// ```swift
/// let subscription = store.publisher.isLoading.sink { print($0) }
/// ```
@dynamicMemberLookup
public struct StorePublisher<State>: Publisher {
  public typealias Output = State
  public typealias Failure = Never

  private let upstream: AnyPublisher<State, Never>

  init(_ upstream: some Publisher<State, Never>) {
    self.upstream = upstream.eraseToAnyPublisher()
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == State, S.Failure == Never {
    upstream.receive(subscriber: subscriber)
  }

  /// A publisher of a property. Equal values are published once.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<State, Value>
  ) -> StorePublisher<Value> {
    StorePublisher<Value>(upstream.map { $0[keyPath: keyPath] }.removeDuplicates())
  }
}

extension Store {
  /// A publisher of the state. As upstream, it and its subscriptions retain the store.
  public var publisher: StorePublisher<State> {
    let store = UncheckedValue(self)
    return StorePublisher(deferred { store.value.makePublisher() })
  }

  /// Returns the publisher of one subscription.
  private func makePublisher() -> AnyPublisher<State, Never> {
    let subject = CurrentValueSubject<State, Never>(currentState)
    let observation = observeState { subject.send($0) }
    // A subscription may be cancelled on any thread.
    return
      subject
      .handleEvents(
        receiveCompletion: { @Sendable [self] _ in _ = self },
        receiveCancel: { @Sendable in observation.cancel() }
      )
      .eraseToAnyPublisher()
  }
}

extension ViewStore {
  /// A publisher of the observed state. Duplicates are not published.
  public var publisher: StorePublisher<ViewState> {
    let store = UncheckedValue(self)
    return StorePublisher(deferred { store.value.makePublisher() })
  }

  private func makePublisher() -> AnyPublisher<ViewState, Never> {
    let subject = CurrentValueSubject<ViewState, Never>(currentState)
    return listening(subject, id: addListener(onChange: { subject.send($0) }))
  }

  /// A publisher that publishes before each change of the observed state.
  public var objectWillChange: AnyPublisher<Void, Never> {
    let store = UncheckedValue(self)
    return deferred { store.value.makeWillChangePublisher() }.eraseToAnyPublisher()
  }

  private func makeWillChangePublisher() -> AnyPublisher<Void, Never> {
    let subject = PassthroughSubject<Void, Never>()
    return listening(subject, id: addListener(willChange: { subject.send() }))
  }

  /// Returns a publisher that removes a listener when its subscription is cancelled.
  private func listening<P: Publisher>(_ publisher: P, id: Int) -> AnyPublisher<P.Output, P.Failure>
  {
    publisher
      .handleEvents(receiveCancel: { @Sendable in
        if MainActorContext.isMainActor {
          MainActor.assumeIsolated { self.removeListener(id) }
        } else {
          Task { @MainActor in self.removeListener(id) }
        }
      })
      .eraseToAnyPublisher()
  }
}

extension ViewStore: @MainActor ObservableObject {}

/// Returns a publisher that calls `make` for each subscription. Not isolated, as its closure would be too.
private func deferred<State>(
  _ make: @escaping @MainActor @Sendable () -> AnyPublisher<State, Never>
) -> some Publisher<State, Never> {
  Deferred { subscribe(make) }
}

/// Returns the publisher that `make` creates on the main actor, for one subscription.
///
/// A subscription elsewhere, such as the iteration of `values` in a task, begins when the main actor has
/// created the publisher.
private func subscribe<State>(
  _ make: @escaping @MainActor @Sendable () -> AnyPublisher<State, Never>
) -> AnyPublisher<State, Never> {
  // SAFETY: on the main actor, nothing leaves its thread.
  if MainActorContext.isMainActor {
    return MainActor.assumeIsolated { UncheckedValue(make()) }.value
  }
  // SAFETY: subjects have a lock. What they publish was read on the main actor; as in Combine, the
  // subscriber is responsible for a state that is not `Sendable`.
  let subject = UncheckedValue(CurrentValueSubject<State?, Never>(nil))
  let connection = Connection()
  Task { @MainActor in connection.start { make().sink { @Sendable in subject.value.send($0) } } }
  return subject.value.compactMap { $0 }
    .handleEvents(receiveCancel: { connection.cancel() })
    .eraseToAnyPublisher()
}

/// A subscription to the publisher of a store. Any thread may cancel it, also before it begins.
private final class Connection: Sendable {
  private struct Content {
    var isCancelled = false
    var token: AnyCancellable?
  }

  private let content = Lock(UncheckedValue(Content()))

  /// Subscribes, unless the connection is cancelled.
  @MainActor func start(_ subscribe: () -> AnyCancellable) {
    guard !content.withLock({ $0.value.isCancelled }) else { return }
    let token = UncheckedValue(subscribe())
    let isCancelled = content.withLock { content in
      if !content.value.isCancelled { content.value.token = token.value }
      return content.value.isCancelled
    }
    if isCancelled { token.value.cancel() }
  }

  func cancel() {
    let token = content.withLock { content in
      content.value.isCancelled = true
      return UncheckedValue(content.value.token.take())
    }
    token.value?.cancel()
  }
}

/// A value that the checker cannot prove to be used safely.
///
/// SAFETY: each use says why it is safe. A token may be cancelled on any thread, as Combine documents.
private struct UncheckedValue<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
