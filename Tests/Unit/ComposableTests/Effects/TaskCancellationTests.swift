import Testing

@testable import Composable

private enum ID { case block, other }

@MainActor
@Suite struct TaskCancellationTests {
  @Test func `Cancelling the identifier ends the block, and the effect continues`() {
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "go":
        .run { send in
          await send("begun")
          do {
            try await withTaskCancellation(id: ID.block) { try await Task.never() }
          } catch {
            await send("\(type(of: error))")
          }
        }
      case "stop": .cancel(id: ID.block)
      default: .none
      }
    }
    harness.send("go")
    #expect(harness.actions == ["go", "begun"])
    harness.send("stop")
    #expect(harness.actions == ["go", "begun", "stop", "CancellationError"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `Only blocks with the identifier end`() {
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "stop": .cancel(id: ID.other)
      case "go":
        .run { _ in try await withTaskCancellation(id: ID.block) { try await Task.never() } }
      default: .none
      }
    }
    harness.send("go")
    harness.send("stop")
    #expect(harness.core.effects.count == 1)
  }

  @Test func `A block returns or throws what its operation does, without a needless try`() {
    struct Offline: Error {}
    let harness = StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return .run { send in
        let number = await withTaskCancellation(id: ID.block) { 42 }
        await send("\(number)")
        _ = try await withTaskCancellation(id: ID.block) { () throws -> Int in throw Offline() }
      } catch: { error, send in
        await send("\(error)")
      }
    }
    harness.send("go")
    #expect(harness.actions == ["go", "42", "Offline()"])
  }

  @Test func `Cancel in flight ends an earlier block with the identifier, and an effect`() {
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "effect": .run { _ in try await Task.never() }.cancellable(id: ID.block)
      case "a", "b":
        .run { _ in
          try await withTaskCancellation(id: ID.block, cancelInFlight: true) {
            try await Task.never()
          }
        }
      default: .none
      }
    }
    harness.send("effect")
    harness.send("a")
    #expect(harness.core.effects.map(\.id) == [2])
    harness.send("b")
    #expect(harness.core.effects.map(\.id) == [3])
  }

  @Test func `A block ends with its effect`() {
    let log = Log<String>()
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "go":
        .run { _ in
          await withTaskCancellation(id: ID.block) {
            do { try await Task.never() } catch { log.record("block ended") }
          }
        }
        .cancellable(id: ID.other)
      case "stop": .cancel(id: ID.other)
      default: .none
      }
    }
    harness.send("go")
    harness.send("stop")
    #expect(log.all == ["block ended"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A task of an effect can cancel effects and blocks of its own store only`() {
    func effect(_ action: String) -> Effect<String> {
      switch action {
      case "effect": .run { _ in try await Task.never() }.cancellable(id: ID.block)
      case "block":
        .run { _ in try await withTaskCancellation(id: ID.block) { try await Task.never() } }
      case "stop": .run { _ in Task.cancel(id: ID.block) }
      default: .none
      }
    }
    let one = StoreHarness<Int, String>(effect)
    let two = StoreHarness<Int, String>(effect)
    for harness in [one, two] {
      harness.send("effect")
      harness.send("block")
    }
    one.send("stop")
    #expect(one.core.effects.isEmpty)
    #expect(two.core.effects.count == 2)
  }

  @Test func `A task without a store cancels effects and blocks of all stores`() {
    struct Unique: Hashable {}
    func effect(_ action: String) -> Effect<String> {
      action == "effect"
        ? .run { _ in try await Task.never() }.cancellable(id: Unique())
        : .run { _ in try await withTaskCancellation(id: Unique()) { try await Task.never() } }
    }
    let harnesses = [StoreHarness<Int, String>(effect), StoreHarness<Int, String>(effect)]
    for harness in harnesses {
      harness.send("effect")
      harness.send("block")
      #expect(harness.core.effects.count == 2)
    }
    Task.cancel(id: Unique())
    for harness in harnesses {
      harness.executor.drain()
      #expect(harness.core.effects.isEmpty)
    }
  }

  @Test func `A block runs under its effect's dependencies, and its sleeps are the effect's`() {
    let clock = TestClock()
    var values = DependencyValues(context: .test)
    values.continuousClock = clock
    let harness = StoreHarness<Int, String>(dependencies: values) { action in
      guard action == "go" else { return .none }
      return .run { send in
        try await withTaskCancellation(id: ID.block) {
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
        }
        await send("done")
      }
    }
    harness.send("go")
    #expect(
      harness.core.effects.map(\.status) == [.asleep(until: .seconds(1), remaining: .seconds(1))])
    clock.advance(by: .seconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "done"])
  }

  @Test func `A task without a store can cancel the blocks of such tasks`() async {
    struct Unique: Hashable {}
    let begun = Signal()
    let task = Task {
      try await withTaskCancellation(id: Unique()) {
        begun.signal()
        try await Task.never()
      }
    }
    await begun.wait()
    Task.cancel(id: Unique())
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `In a cancelled task the operation is cancelled too`() async {
    struct Unique: Hashable {}
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await withTaskCancellation(id: Unique()) { Task.isCancelled }
    }
    #expect(await task.value)
  }

  @Test func `A block that cancels in flight does not cancel itself, on the main actor either`()
    async
  {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        guard action == "go" else { return .none }
        return .run { @MainActor send in
          await withTaskCancellation(id: ID.block, cancelInFlight: true) {
            await send("done \(Task.isCancelled)")
          }
        }
      }
    }
    await store.send("go").finish()
    #expect(store.state == ["go", "done false"])
  }
}
