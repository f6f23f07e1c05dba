import MachoLocks
import Testing

@testable import Composable

@MainActor
@Suite struct StoreTests {
  private func store(
    _ effect: @escaping @Sendable (String) -> Effect<String>
  ) -> Store<[String], String> {
    Store(initialState: []) {
      Reduce { state, action in
        state.append(action)
        return effect(action)
      }
    }
  }

  @Test func `A store reduces before send returns and finishes its effects on the main actor`()
    async
  {
    let store = store { $0 == "go" ? .run { await $0("came") } : .none }
    let task = store.send("go")
    #expect(store.state == ["go"])
    await task.finish()
    #expect(store.withState { $0 } == ["go", "came"])
    #expect(!task.isCancelled)
  }

  @Test func `A task finishes when its effects and those of their actions have finished`() async {
    let store = store { action in
      action.count < 5 ? .run { await $0(action + ".") } : .none
    }
    await store.send("a").finish()
    #expect(store.state.last == "a....")
  }

  @Test func `An observation of a child retains its store`() {
    let children = Log<Int?>()
    weak var released: Store<Int?, Int?>?
    do {
      let store = Store(initialState: 0) {
        Reduce<Int?, Int?> { state, action in
          state = action
          return .none
        }
      }
      released = store
      let observation = store.ifLet { child in
        children.record(child.state)
      } else: {
        children.record(nil)
      }
      #expect(children.all == [0])
      withExtendedLifetime(observation) {
        released?.send(nil)
        released?.send(3)
      }
      #expect(children.all == [0, nil, 3])
    }
    #expect(released == nil)
  }

  @Test func `The observation of a child alone keeps the store`() {
    let children = Log<Int>()
    weak var store: Store<Int?, Int?>?
    func observe() -> CancellationToken {
      let new = Store(initialState: 0) { Reduce<Int?, Int?> { _, _ in .none } }
      store = new
      return new.ifLet { children.record($0.state) }
    }
    var observation: CancellationToken? = observe()
    #expect(store != nil && children.all == [0])
    withExtendedLifetime(observation) {}
    observation = nil
    #expect(store == nil)
  }

  @Test func `Perception tracks a store as observation does`() {
    let store = store { _ in .none }
    let changes = Log<String>()
    withPerceptionTracking {
      _ = store.state
    } onChange: {
      changes.record("changed")
    }
    store.send("go")
    store.send("again")
    #expect(changes.all == ["changed"])
  }

  @Test func `Cancelling a task cancels only its effects`() async {
    let store = store { action in
      .run { send in
        try await Task.never()
      }
    }
    let one = store.send("one")
    let two = store.send("two")
    one.cancel()
    #expect(one.isCancelled)
    #expect(!two.isCancelled)
    two.cancel()
    await two.finish()
  }

  @Test func `An action that starts no effect can cancel one`() async {
    let ended = Log<String>()
    let store = store { action in
      guard action == "go" else { return .cancel(id: 1) }
      return .run { _ in
        defer { ended.record("ended") }
        try await Task.never()
      }
      .cancellable(id: 1)
    }
    let task = store.send("go")
    await MainActor.waitForEnqueuedJobs()
    store.send("stop")
    await task.finish()
    #expect(ended.all == ["ended"])
  }

  @Test func `An effect continues with values that a reducer sends to it`() async {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let store = store { action in
      switch action {
      case "go":
        return .run { send in
          for await element in stream { await send(element) }
        }
      case "feed":
        continuation.yield("fed")
        continuation.finish()
        return .none
      default: return .none
      }
    }
    let task = store.send("go")
    await MainActor.waitForEnqueuedJobs()
    store.send("feed")
    await task.finish()
    #expect(store.state == ["go", "feed", "fed"])
  }

  @Test func `A task includes a whole concatenation with a send in its middle`() async {
    let store = store { action in
      guard action == "go" else { return .none }
      return .concatenate(
        .run { _ in await Task.yield() }, .send("middle"), .run { await $0("end") },
        .run { _ in try await Task.never() })
    }
    let task = store.send("go")
    for _ in 0..<4 { await MainActor.waitForEnqueuedJobs() }
    #expect(store.state == ["go", "middle", "end"])
    task.cancel()
    await task.finish()
    #expect(task.isCancelled)
  }

  @Test func `Code called by a reducer sees the state before the action`() async {
    final class Box: Sendable {
      let store = Lock<(@MainActor @Sendable () -> Int)?>(nil)
    }
    let box = Box()
    let seen = Log<Int>()
    let store = Store(initialState: 0) {
      Reduce<Int, Void> { state, _ in
        state += 1
        if let read = box.store.withLock({ $0 }) {
          seen.record(MainActor.assumeIsolated { read() })
        }
        return .none
      }
    }
    box.store.withLock { $0 = { store.state } }
    #expect(store.state == 0)
    store.send(())
    store.send(())
    #expect(seen.all == [0, 1])
    box.store.withLock { $0 = nil }
  }

  @Test func `An effect that yields forever does not block the main actor`() async {
    let store = store { action in
      guard action == "go" else { return .none }
      return .run { _ in
        while !Task.isCancelled { await Task.yield() }
      }
    }
    let task = store.send("go")
    for _ in 0..<3 { await MainActor.waitForEnqueuedJobs() }
    store.send("other")
    #expect(store.state == ["go", "other"])
    task.cancel()
    await task.finish()
  }

  @Test func `A task without effects is finished`() async {
    let task = store { _ in .none }.send("a")
    await task.finish()
    #expect(task.isCancelled)
  }

  @Test func `An action from the global executor reaches the store`() async {
    let store = store {
      guard $0 == "go" else { return .none }
      return .run { send in
        await Task.detached { await send("detached") }.value
        await send(await MainActor.run { "main" })
        try await Task.sleep(for: .milliseconds(1))
        await send("slept")
      }
    }
    await store.send("go").finish()
    #expect(store.state == ["go", "detached", "main", "slept"])
  }

  @Test func `A test clock wakes a store's effects and waits until they are idle`() async {
    let clock = TestClock()
    let store = store { action in
      guard action == "go" else { return .none }
      return .merge(
        (1...3).map { index in
          .run { send in
            for _ in 0..<2 {
              try await clock.sleep(for: .seconds(index))
              await send("\(index)")
            }
          }
        })
    }
    let task = store.send("go")
    await clock.advance(by: .seconds(2))
    #expect(store.state == ["go", "1", "2", "1"])
    await clock.run()
    #expect(store.state == ["go", "1", "2", "1", "3", "2", "3"])
    await task.finish()
  }

  @Test func `A closure isolated to the main actor can send`() async {
    let store = store {
      $0 == "go" ? .run { @MainActor send in await send("main") } : .none
    }
    await store.send("go").finish()
    #expect(store.state == ["go", "main"])
  }

  @Test func `A store's dependencies are set while its reducer is created`() {
    struct Feature: Reducer {
      @Dependency(\.context) var context
      func reduce(into state: inout String, action: Int) -> Effect<Int> {
        state = "\(context)"
        return .none
      }
    }
    let store = Store(initialState: "") {
      Feature()
    } withDependencies: {
      $0.context = .preview
    }
    store.send(0)
    #expect(store.state == "preview")
  }

  @Test func `A released store cancels its effects`() async {
    let ended = Signal()
    var store: Store<[String], String>? = store { _ in
      .run { _ in
        defer { ended.signal() }
        try await Task.never()
      }
    }
    store?.send("go")
    await Task.yield()
    store = nil
    await ended.wait()
  }
}
