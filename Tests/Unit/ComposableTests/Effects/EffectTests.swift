import Testing

@testable import Composable

@Suite struct EffectTests {
  @Test func `A send effect is reduced before the send that caused it returns`() {
    let harness = StoreHarness<Int, String> { $0 == "a" ? .send("b") : .none }
    harness.core.send("a")
    #expect(harness.actions == ["a", "b"])
    #expect(harness.transitions.map(\.cause) == [.sent, .received(effect: nil)])
  }

  @Test func `Send effects are reduced in the order in which they were caused`() {
    let harness = StoreHarness<Int, String> {
      switch $0 {
      case "a": .merge(.send("b"), .send("c"))
      case "b": .merge(.send("d"), .send("e"))
      case "c": .send("f")
      default: .none
      }
    }
    harness.core.send("a")
    #expect(harness.actions == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func `An action sent during the reduction of another is reduced afterwards`() {
    final class Box { var send: (String) -> Void = { _ in } }
    let box = Box()
    let harness = StoreHarness<Int, String> { action in
      if action == "a" {
        box.send("b")
        return .send("c")
      }
      return .none
    }
    box.send = { [unowned harness] in harness.core.send($0) }
    harness.core.send("a")
    #expect(harness.actions == ["a", "b", "c"])
  }

  @Test func `A chain of ten thousand sends does not use up the stack`() {
    let harness = StoreHarness<Int, Int> { $0 < 10_000 ? .send($0 + 1) : .none }
    harness.core.send(0)
    #expect(harness.actions.count == 10_001)
  }

  @Test func `A chain of ten thousand runs does not use up the stack`() {
    let harness = StoreHarness<Int, Int> { number in
      number < 10_000 ? .run { await $0(number + 1) } : .none
    }
    harness.send(0)
    #expect(harness.actions.count == 10_001)
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A run starts when the executor is drained, not in the send`() {
    let harness = StoreHarness<Int, String> { $0 == "a" ? .run { await $0("b") } : .none }
    harness.core.send("a")
    #expect(harness.actions == ["a"])
    #expect(harness.core.effects.count == 1)
    harness.executor.drain()
    #expect(harness.actions == ["a", "b"])
    #expect(harness.transitions.last?.cause == .received(effect: 1))
    #expect(harness.core.effects.isEmpty)
    #expect(harness.events == ["started 1", "finished 1"])
  }

  @Test func `A run's task has the priority that it was given`() {
    let log = Log<TaskPriority>()
    let harness = StoreHarness<Int, Int> { _ in
      .run(priority: .low) { _ in log.record(Task.currentPriority) }
    }
    harness.send(0)
    #expect(log.all == [.low])
  }

  @Test func `Actions sent during a reduction precede those of its effects, in their order`() {
    final class Box { var send: (String) -> Void = { _ in } }
    let box = Box()
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "a":
        box.send("b")
        box.send("c")
        return .merge(.send("d"), .run { await $0("f") })
      case "b":
        box.send("e")
        return .none
      default: return .none
      }
    }
    box.send = { [unowned harness] in harness.core.send($0) }
    harness.send("a")
    #expect(harness.actions == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func `Merged runs alternate in the order in which they were merged`() {
    let harness = StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return .merge(
        ["a", "b", "c"].map { name in
          .run { send in
            await send(name + "1")
            await Task.yield()
            await send(name + "2")
          }
        })
    }
    harness.send("go")
    #expect(harness.actions == ["go", "a1", "b1", "c1", "a2", "b2", "c2"])
  }

  @Test func `A concatenated effect starts when the previous one has finished`() {
    let harness = StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return .concatenate(
        .run { send in
          await Task.yield()
          await Task.yield()
          await send("a")
        },
        .send("b"),
        .merge(.run { await $0("c") }, .run { await $0("d") }),
        .run { await $0("e") })
    }
    harness.send("go")
    #expect(harness.actions == ["go", "a", "b", "c", "d", "e"])
  }

  @Test func `A concatenation of ten thousand sends does not use up the stack`() {
    let harness = StoreHarness<Int, Int> { number in
      number < 0 ? .concatenate((0..<10_000).map { Effect.send($0) }) : .none
    }
    harness.core.send(-1)
    #expect(harness.actions.count == 10_001)
  }

  @Test func `Map transforms the actions of every kind of effect`() {
    let harness = StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return Effect<Int>.concatenate(
        .send(1), .run { await $0(2) }, .merge(.send(3), .run { await $0(4) }),
        .run { await $0(5) }.cancellable(id: "id")
      )
      .map { "\($0)" }
    }
    harness.send("go")
    #expect(harness.actions == ["go", "1", "2", "3", "4", "5"])
  }

  @Test func `Merging and concatenating empty effects is empty`() {
    #expect(Effect<Int>.merge().isNone)
    #expect(Effect<Int>.merge(.none, .none).isNone)
    #expect(Effect<Int>.concatenate(.none, .none).isNone)
    #expect(Effect<Int>.none.merge(with: .none).isNone)
    #expect(Effect<Int>.none.map { $0 }.isNone)
  }

  @Test func `An effect has the action that started it and the call site of its run`() throws {
    let line: UInt = #line + 1
    let harness = StoreHarness<Int, String> { _ in .run { _ in try await Task.never() } }
    harness.send("start")
    let effect = try #require(harness.core.effects.first)
    #expect(effect.origin as? String == "start")
    #expect(effect.callSite.description == "ComposableTests/EffectTests.swift:\(line)")
    harness.core.cancelEffects { _ in true }
    harness.executor.drain()
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `An effect that only its cancellation can end is no external work`() {
    let harness = StoreHarness<Int, String> { name in
      switch name {
      case "task": .run { _ in try await Task.never() }
      case "stream": .run { _ in for await _ in AsyncStream<Int>.never {} }
      default: .run { _ in for try await _ in AsyncThrowingStream<Int, any Error>.never {} }
      }
    }
    for name in ["task", "stream", "throwing stream"] { harness.send(name) }
    let status = EffectStatus.waiting(on: "a cancellation")
    #expect(harness.core.effects.map(\.status) == [status, status, status])
    harness.core.cancelEffects { _ in true }
    harness.executor.drain()
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `An effect that waits for a stub shows the stub's name`() throws {
    let stub = Signal()
    let harness = StoreHarness<Int, String> {
      guard $0 == "go" else { return .none }
      return .run { send in
        await EffectContext.withWait(for: .pending("fact(3)")) { await stub.wait() }
        await send("done")
      }
    }
    harness.send("go")
    #expect(harness.core.effects.map(\.status) == [.waiting(on: "fact(3)")])
    stub.signal()
    harness.executor.drain()
    #expect(harness.actions == ["go", "done"])
  }
}
