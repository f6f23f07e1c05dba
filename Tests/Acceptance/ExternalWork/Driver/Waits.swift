import Composable
import ComposableCombine
import Dispatch
import MachoKit
import MachoLocks

/// Effects that wait for other code of the store, in every way. No other thread is involved.
struct Waits: Reducer {
  struct State: Equatable {
    @Composable.Shared(.inMemory("total")) var total = 0
    var seen: [Int] = []
  }

  enum Action: Equatable {
    case start(Wait)
    /// Supplies a value to the effects that wait.
    case feed(Int)
    /// Hands a block to a queue, which changes nothing.
    case log
    case seen(Int)
    case stop
  }

  enum Wait: String, Sendable {
    case never, sharedValue, sharedEffect, stream, throwingStream, subject, values, currentValue
    case continuation, unsafeContinuation, actor, task, detachedTask, child, asyncLet, group
    case mainActor, cancellation
  }

  static let feature = Feature(
    "waits", "Effects that wait for other code of the store.", start: State()
  ) { Waits() }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start(let wait): return effect(wait, state.$total).cancellable(id: "w")
      case .feed(let number): Hub.shared.feed(number)
      case .log: Hub.queue.async {}
      case .seen(let number): state.seen.append(number)
      case .stop: return .cancel(id: "w")
      }
      return .none
    }
  }

  private func effect(_ wait: Wait, _ total: Composable.Shared<Int>) -> Effect<Action> {
    switch wait {
    case .sharedEffect:
      .run { send in for await total in total.publisher { await send(.seen(total)) } }
    case .subject: .publisher { Hub.shared.subject.map(Action.seen) }
    case .currentValue: .publisher { Hub.shared.current.map(Action.seen) }
    default:
      .run { send in
        await send(.seen(0))
        try await perform(wait, total) { await send(.seen($0)) }
      }
    }
  }

  private func perform(
    _ wait: Wait, _ total: Composable.Shared<Int>, _ see: @escaping @Sendable (Int) async -> Void
  ) async throws {
    let hub = Hub.shared
    switch wait {
    case .never: try await Task.never()
    case .sharedValue: for await total in total.publisher.dropFirst() { await see(total) }
    case .stream: for await number in hub.stream() { await see(number) }
    case .throwingStream: for try await number in hub.throwingStream() { await see(number) }
    case .values: for await number in hub.subject.values { await see(number) }
    case .continuation: await see(await hub.next())
    case .unsafeContinuation:
      await see(await withUnsafeContinuation { next in hub.onNext { next.resume(returning: $0) } })
    case .actor: await see(await Line.shared.next())
    case .task: await see(await Task { await hub.next() }.value)
    case .detachedTask: await see(await Task.detached { await hub.next() }.value)
    case .child:
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await number in hub.stream() { await see(number) } }
        try await group.waitForAll()
      }
    case .asyncLet:
      async let next = hub.next()
      await see(await next)
    case .group:
      let sum = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<3 { group.addTask { await hub.next() } }
        return await group.reduce(0, +)
      }
      await see(sum)
    case .mainActor: await see(await Screen.shared.next())
    case .cancellation:
      await withTaskCancellationHandler {
        _ = await hub.next()
      } onCancel: {
        hub.feed(-1)
      }
    case .sharedEffect, .subject, .currentValue: break
    }
  }
}

/// What the reducer supplies values to.
private final class Hub: Sendable {
  static let shared = Hub()
  static let queue = DispatchQueue(label: "log")

  // SAFETY: only the store's thread uses them.
  nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
  nonisolated(unsafe) let current = CurrentValueSubject<Int, Never>(7)
  private let waiters = Lock<[@Sendable (Int) -> Void]>([])
  private let streams = Lock<[@Sendable (Int) -> Void]>([])

  func onNext(_ body: @escaping @Sendable (Int) -> Void) { waiters.withLock { $0.append(body) } }

  func next() async -> Int {
    await withCheckedContinuation { next in onNext { next.resume(returning: $0) } }
  }

  func stream() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    streams.withLock { $0.append { continuation.yield($0) } }
    return stream
  }

  func throwingStream() -> AsyncThrowingStream<Int, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    streams.withLock { $0.append { continuation.yield($0) } }
    return stream
  }

  func feed(_ number: Int) {
    let waiting = waiters.withLock { waiters in
      defer { waiters = [] }
      return waiters
    }
    for waiter in waiting + streams.withLock({ $0 }) { waiter(number) }
    subject.send(number)
    current.send(number)
    Task { await Line.shared.feed(number) }
  }
}

/// An actor whose callers wait for a value.
private actor Line {
  static let shared = Line()
  private var waiters: [CheckedContinuation<Int, Never>] = []

  func next() async -> Int { await withCheckedContinuation { waiters.append($0) } }

  func feed(_ number: Int) {
    for waiter in waiters { waiter.resume(returning: number) }
    waiters = []
  }
}

@MainActor private final class Screen {
  static let shared = Screen()
  func next() async -> Int { await Hub.shared.next() }
}
