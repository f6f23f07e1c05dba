public import Composable

#if canImport(Combine)
  public import Combine
#else
  public import OpenCombine
#endif

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
    StorePublisher(
      Deferred { [self] in
        // SAFETY: stores and their publishers are used on the main actor only, so nothing leaves
        // its thread.
        MainActor.assumeIsolated { MainActorValue(makePublisher()) }.value
      })
  }

  /// Returns the publisher of one subscription.
  private func makePublisher() -> AnyPublisher<State, Never> {
    let subject = CurrentValueSubject<State, Never>(currentState)
    let observation = observeState { subject.send($0) }
    return
      subject
      .handleEvents(
        receiveCompletion: { [self] _ in _ = self },
        receiveCancel: { observation.cancel() }
      )
      .eraseToAnyPublisher()
  }
}

extension ViewStore {
  /// A publisher of the observed state. Duplicates are not published.
  public var publisher: StorePublisher<ViewState> {
    StorePublisher(
      Deferred { [self] in
        // SAFETY: as for a store.
        MainActor.assumeIsolated { MainActorValue(makePublisher()) }.value
      })
  }

  private func makePublisher() -> AnyPublisher<ViewState, Never> {
    let subject = CurrentValueSubject<ViewState, Never>(currentState)
    let id = addListener { subject.send($0) }
    return
      subject
      .handleEvents(receiveCancel: { MainActor.assumeIsolated { self.removeListener(id) } })
      .eraseToAnyPublisher()
  }
}

/// A value that stays on the main actor.
///
/// SAFETY: created and read in one call on the main actor.
private struct MainActorValue<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
