// Both: no name that this file uses may be ambiguous.
import Composable
import ComposableCombine
import Foundation
import Testing

/// A feature that counts the values of a publisher.
private struct Meter: Reducer {
  struct State: Equatable {
    var values: [Int] = []
    var isStarted = false
  }

  enum Action: Equatable, Sendable {
    case start, stop, justButtonTapped
    case value(Int)
  }

  enum CancelID { case values }

  nonisolated(unsafe) let subject: PassthroughSubject<Int, Never>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        state.isStarted = true
        return .publisher { subject.map(Action.value) }
          .cancellable(id: CancelID.values, cancelInFlight: true)
      case .stop:
        state.isStarted = false
        return .cancel(id: CancelID.values)
      case .justButtonTapped:
        return .concatenate(.publisher { Just(7).map(Action.value) }, .send(.value(8)))
      case .value(let value):
        state.values.append(value)
        return .none
      }
    }
  }
}

@MainActor
@Suite struct PublisherTests {
  let subject = PassthroughSubject<Int, Never>()

  @Test func `A store reduces the values of a publisher immediately`() {
    let store = Store(initialState: Meter.State()) { Meter(subject: subject) }
    store.send(.start)
    subject.send(1)
    subject.send(2)
    #expect(store.values == [1, 2])
    store.send(.stop)
    subject.send(3)
    #expect(store.values == [1, 2])
  }

  @Test func `Shared values and view stores publish their changes`() {
    @Shared(value: 1) var count
    var counts: [Int] = []
    let subscription = $count.publisher.sink { counts.append($0) }
    $count.withLock { $0 = 2 }
    #expect(counts == [1, 2])
    subscription.cancel()
    $count.withLock { $0 = 3 }
    #expect(counts == [1, 2])

    let store = Store(initialState: Meter.State()) { Meter(subject: subject) }
    let viewStore = ViewStore(store, observe: \.values)
    var seen: [[Int]] = []
    let changes = viewStore.objectWillChange.sink { seen.append(viewStore.state) }
    store.send(.value(1))
    store.send(.value(2))
    #expect(seen == [[], [1]])
    changes.cancel()
    store.send(.value(3))
    #expect(seen == [[], [1]])
  }

  @Test func `Queues and test schedulers are schedulers of both kinds`() async {
    let queue = DispatchQueue.test
    var calls: [Int] = []
    queue.schedule { calls.append(0) }
    var tokens: Set<AnyCancellable> = []
    queue.schedule(after: queue.now, interval: 1) { calls.append(1) }.store(in: &tokens)
    await queue.advance(by: 1)
    #expect(calls == [0, 1, 1])

    #expect(await values(of: Just(1).receive(on: DispatchQueue.main)) == [1])
    // On a concurrent queue the completion may overtake the value.
    let serial = DispatchQueue(label: "serial")
    #expect(await values(of: Just(2).delay(for: .milliseconds(1), scheduler: serial)) == [2])
    #expect(await values(of: Just(3).receive(on: OperationQueue.main)) == [3])
  }

  @Test func `A publisher that finishes immediately ends its effect`() async {
    let store = TestStore(initialState: Meter.State()) { Meter(subject: subject) }
    await store.send(.justButtonTapped)
    await store.receive(.value(7)) { $0.values = [7] }
    await store.receive(.value(8)) { $0.values = [7, 8] }
  }

  @Test func `A test store receives the values of a publisher`() async {
    let store = TestStore(initialState: Meter.State()) { Meter(subject: subject) }
    await store.send(.start) { $0.isStarted = true }
    subject.send(1)
    await store.receive(.value(1)) { $0.values = [1] }
    subject.send(completion: .finished)
    await store.finish()
  }

  @Test func `A publisher's operators work as in other effects`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1
          ? .publisher { [10, 20].publisher }.map { $0 + 1 }.debounce(
            id: 0, for: .seconds(1), clock: ImmediateClock())
          : .none
      }
    }
    await store.send(1) { $0 = 1 }
    await store.receive(11) { $0 = 12 }
    await store.receive(21) { $0 = 33 }
  }

  @Test func `The publisher of a view store publishes no duplicates`() {
    let store = Store(initialState: Meter.State()) { Meter(subject: subject) }
    let viewStore = ViewStore(store, observe: \.isStarted)
    var states: [Bool] = []
    let token = viewStore.publisher.sink { states.append($0) }
    store.send(.value(1))
    store.send(.start)
    token.cancel()
    store.send(.stop)
    #expect(states == [false, true])
  }

  @Test func `Tokens of both kinds are stored together`() {
    let store = Store(initialState: nil as Int?) {
      Reduce<Int?, Int> { state, action in
        state = action
        return .none
      }
    }
    var cancellables: Set<AnyCancellable> = []
    var count = 0
    store.ifLet { _ in count += 1 }.store(in: &cancellables)
    store.publisher.sink { _ in count += 10 }.store(in: &cancellables)
    store.send(1)
    #expect(count == 21 && cancellables.count == 2)
  }

  @Test func `Operators of publishers take the runtime's schedulers`() async {
    let queue = DispatchQueue.test
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1
          ? .publisher { Just(10).delay(for: 1, scheduler: queue.eraseToAnyScheduler()) } : .none
      }
    }
    await store.send(1) { $0 = 1 }
    await queue.advance(by: 1)
    await store.receive(10) { $0 = 11 }
  }

  @Test(.timeLimit(.minutes(1)))
  func `The values of a store's publisher can be iterated off the main actor`() async {
    let store = Store(initialState: Meter.State()) { Meter(subject: subject) }
    let viewStore = ViewStore(store, observe: \.isStarted)
    nonisolated(unsafe) let (values, starts) = (
      store.publisher.map(\.values).values, viewStore.publisher.values
    )
    let reader = Task.detached {
      var seen: [[Int]] = []
      for await values in values {
        seen.append(values)
        if values == [1] { break }
        await MainActor.run { _ = store.send(.value(1)) }
      }
      for await isStarted in starts { return (seen, isStarted) }
      return (seen, true)
    }
    let (seen, isStarted) = await reader.value
    #expect(seen == [[], [1]] && !isStarted)
    store.send(.value(2))
    #expect(store.values == [1, 2])
  }

  @Test func `The publisher of a store publishes its states`() {
    let store = Store(initialState: Meter.State()) { Meter(subject: subject) }
    var states: [Meter.State] = []
    var started: [Bool] = []
    var cancellables: Set<AnyCancellable> = []
    let publisher: StorePublisher<Meter.State> = store.publisher
    publisher.sink { states.append($0) }.store(in: &cancellables)
    store.publisher.isStarted.sink { started.append($0) }.store(in: &cancellables)
    #expect(states == [Meter.State()])
    store.send(.value(1))
    store.send(.start)
    store.send(.start)
    #expect(states.count == 4 && states.last?.isStarted == true)
    #expect(started == [false, true])
    cancellables = []
    store.send(.stop)
    #expect(started == [false, true])
  }

  @Test func `Notifications are published until the subscription is cancelled`() {
    let center = NotificationCenter()
    let name = Notification.Name("saved")
    var received: [Int?] = []
    let subscription = center.publisher(for: name).sink { received.append($0.object as? Int) }
    center.post(name: name, object: 1)
    center.post(name: Notification.Name("opened"), object: 2)
    center.post(name: name, object: nil)
    subscription.cancel()
    center.post(name: name, object: 3)
    #expect(received == [1, nil])
  }

  @Test func `A timer publishes dates while it is connected`() {
    let publisher = Timer.publish(every: 0.01, on: .current, in: .default)
    var count = 0
    let subscription = publisher.sink { _ in count += 1 }
    let connection = publisher.connect()
    while count < 2 { _ = RunLoop.current.run(mode: .default, before: Date() + 1) }
    connection.cancel()
    let atEnd = count
    _ = RunLoop.current.run(mode: .default, before: Date() + 0.03)
    #expect(count == atEnd)
    subscription.cancel()
    let dates = Timer.publish(every: 0.01, on: .current, in: .default).autoconnect().map {
      $0 > .distantPast
    }
    var first: Bool?
    let once = dates.first().sink { first = $0 }
    while first == nil { _ = RunLoop.current.run(mode: .default, before: Date() + 1) }
    #expect(first == true)
    once.cancel()
  }

  @Test func `A publisher of a shared value follows the property to another value`() {
    @Shared(value: 1) var count
    var values: [Int] = []
    let subscription = $count.publisher.sink { values.append($0) }
    let old = Shared(projectedValue: $count)
    $count = Shared(value: 5)
    old.withLock { $0 = 2 }
    $count.withLock { $0 = 6 }
    #expect(values == [1, 5, 6])
    subscription.cancel()
    $count.withLock { $0 = 7 }
    #expect(values == [1, 5, 6])
  }
}

/// Returns what a publisher publishes until it finishes.
private func values(of publisher: sending some Publisher<Int, Never>) async -> [Int] {
  var values: [Int] = []
  for await value in publisher.values { values.append(value) }
  return values
}
