import Testing

@testable import Composable

private enum ID { case block, other }

@MainActor
@Suite struct TaskCancellationTests {
  @Test func `Cancelling by the identifier ends the block, and the effect goes on`() {
    let drive = StoreHarness<Int, String> { action in
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
    drive.send("go")
    #expect(drive.actions == ["go", "begun"])
    drive.send("stop")
    #expect(drive.actions == ["go", "begun", "stop", "CancellationError"])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `Only blocks with the identifier end`() {
    let drive = StoreHarness<Int, String> { action in
      switch action {
      case "stop": .cancel(id: ID.other)
      case "go":
        .run { _ in try await withTaskCancellation(id: ID.block) { try await Task.never() } }
      default: .none
      }
    }
    drive.send("go")
    drive.send("stop")
    #expect(drive.core.effects.count == 1)
  }

  @Test func `A block gives what its operation gives, also an error, and needs no try without`() {
    struct Offline: Error {}
    let drive = StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return .run { send in
        let number = await withTaskCancellation(id: ID.block) { 42 }
        await send("\(number)")
        _ = try await withTaskCancellation(id: ID.block) { () throws -> Int in throw Offline() }
      } catch: { error, send in
        await send("\(error)")
      }
    }
    drive.send("go")
    #expect(drive.actions == ["go", "42", "Offline()"])
  }

  @Test func `In flight, the earlier block with the identifier ends, and so does an effect`() {
    let drive = StoreHarness<Int, String> { action in
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
    drive.send("effect")
    drive.send("a")
    #expect(drive.core.effects.map(\.id) == [2])
    drive.send("b")
    #expect(drive.core.effects.map(\.id) == [3])
  }

  @Test func `A block ends with the effect that it is in`() {
    let log = Log<String>()
    let drive = StoreHarness<Int, String> { action in
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
    drive.send("go")
    drive.send("stop")
    #expect(log.all == ["block ended"])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `A task of an effect can cancel effects and blocks of its store and of no other`() {
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
    for drive in [one, two] {
      drive.send("effect")
      drive.send("block")
    }
    one.send("stop")
    #expect(one.core.effects.isEmpty)
    #expect(two.core.effects.count == 2)
  }

  @Test func `A block runs under its effect's dependencies and sleeps in its name`() {
    let clock = TestClock()
    var values = DependencyValues(context: .test)
    values.continuousClock = clock
    let drive = StoreHarness<Int, String>(dependencies: values) { action in
      guard action == "go" else { return .none }
      return .run { send in
        try await withTaskCancellation(id: ID.block) {
          @Dependency(\.continuousClock) var clock
          try await clock.sleep(for: .seconds(1))
        }
        await send("done")
      }
    }
    drive.send("go")
    #expect(
      drive.core.effects.map(\.status) == [.asleep(until: .seconds(1), remaining: .seconds(1))])
    clock.advance(by: .seconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["go", "done"])
  }

  @Test func `A task that is no store's can cancel the blocks of such tasks`() async {
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

  @Test func `In a task that is cancelled already the operation is, too`() async {
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
