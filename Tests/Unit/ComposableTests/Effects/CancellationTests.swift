import Testing

@testable import Composable

private enum CancelID { case search, other }

@Suite struct CancellationTests {
  private func wait(_ name: String) -> Effect<String> {
    .run(name: name) { send in
      try await Task.never()
      await send("never")
    }
  }

  @Test func `Cancel ends the effects with the identifier and no other effects`() {
    let harness = StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go": .merge(wait("a").cancellable(id: CancelID.search), wait("b"))
      case "stop": .cancel(id: CancelID.search)
      default: .none
      }
    }
    harness.send("go")
    harness.send("stop")
    #expect(harness.core.effects.map(\.label) == ["b"])
    #expect(harness.events == ["started 1", "started 2", "cancelled 1"])
  }

  @Test func `Equal values of different types are different identifiers`() {
    let harness = StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go": .merge(wait("a").cancellable(id: 1), wait("b").cancellable(id: UInt8(1)))
      case "stop": .cancel(id: UInt8(1))
      default: .none
      }
    }
    harness.send("go")
    harness.send("stop")
    #expect(harness.core.effects.map(\.label) == ["a"])
  }

  @Test func `An identifier in one store does not reach another`() {
    let effect: (String) -> Effect<String> = { [self] in
      $0 == "go" ? wait("a").cancellable(id: CancelID.search) : .cancel(id: CancelID.search)
    }
    let one = StoreHarness<Int, String>(effect)
    let two = StoreHarness<Int, String>(effect)
    one.send("go")
    two.send("go")
    two.send("stop")
    #expect(one.core.effects.count == 1)
    #expect(two.core.effects.isEmpty)
  }

  @Test func `Cancel in flight cancels the earlier effect with the identifier`() {
    let harness = StoreHarness<Int, String> { [self] in
      wait($0).cancellable(id: CancelID.search, cancelInFlight: true)
    }
    harness.send("a")
    harness.send("b")
    #expect(harness.core.effects.map(\.label) == ["b"])
    #expect(harness.events == ["started 1", "cancelled 1", "started 2"])
  }

  @Test func `Without cancel in flight, effects with one identifier run concurrently`() {
    let harness = StoreHarness<Int, String> { [self] in
      $0 == "stop" ? .cancel(id: CancelID.search) : wait($0).cancellable(id: CancelID.search)
    }
    harness.send("a")
    harness.send("b")
    #expect(harness.core.effects.count == 2)
    harness.send("stop")
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `An empty effect with cancel in flight cancels no other effect`() {
    let harness = StoreHarness<Int, String> { [self] in
      $0 == "stop"
        ? Effect.none.cancellable(id: CancelID.search, cancelInFlight: true)
        : wait($0).cancellable(id: CancelID.search)
    }
    harness.send("a")
    harness.send("stop")
    #expect(harness.core.effects.map(\.id) == [1])
  }

  @Test func `An effect with two identifiers is cancelled by either`() {
    for id in [CancelID.search, .other] {
      let harness = StoreHarness<Int, String> { [self] in
        $0 == "stop"
          ? .cancel(id: id)
          : wait($0).cancellable(id: CancelID.search).cancellable(id: CancelID.other)
      }
      harness.send("a")
      harness.send("stop")
      #expect(harness.core.effects.isEmpty)
    }
  }

  @Test func `A cancelled effect sends nothing more`() {
    let signal = Signal()
    let harness = StoreHarness<Int, String> {
      switch $0 {
      case "go":
        .run { send in
          await signal.wait()
          await send("late")
        }
        .cancellable(id: CancelID.search)
      case "stop": .cancel(id: CancelID.search)
      default: .none
      }
    }
    harness.send("go")
    harness.send("stop")
    #expect(harness.core.effects.map(\.isCancelled) == [true])
    signal.signal()
    harness.executor.drain()
    #expect(harness.actions == ["go", "stop"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `Cancelling a concatenation drops the effects that have not started`() {
    let harness = StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go":
        .concatenate(wait("a"), .send("b"), wait("c")).cancellable(id: CancelID.search)
      case "stop": .cancel(id: CancelID.search)
      default: .none
      }
    }
    harness.send("go")
    harness.send("stop")
    #expect(harness.actions == ["go", "stop"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `Cancelling one part of a concatenation lets the next one start`() {
    let harness = StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go": .concatenate(wait("a").cancellable(id: CancelID.search), .send("b"))
      case "stop": .cancel(id: CancelID.search)
      default: .none
      }
    }
    harness.send("go")
    harness.send("stop")
    #expect(harness.actions == ["go", "stop", "b"])
  }

  @Test func `Effects started after a number can be cancelled, with their successors`() {
    let harness = StoreHarness<Int, String> { [self] in .concatenate(wait($0), .send("next")) }
    harness.send("a")
    harness.send("b")
    harness.send("c")
    harness.core.cancelEffects { $0.id > 1 }
    harness.executor.drain()
    #expect(harness.core.effects.map(\.label) == ["a"])
    #expect(harness.actions == ["a", "b", "c"])
  }

  @Test func `An effect is labelled by its name, or else by its identifier`() {
    let harness = StoreHarness<Int, String> { [self] _ in
      .merge(
        wait("named").cancellable(id: CancelID.search),
        .run { _ in try await Task.never() }.cancellable(id: CancelID.search),
        .run { _ in try await Task.never() })
    }
    harness.send("go")
    #expect(harness.core.effects.map(\.label) == ["named", "search", nil])
  }
}
