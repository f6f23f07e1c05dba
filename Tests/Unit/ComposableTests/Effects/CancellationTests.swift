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

  @Test func `Cancel ends the effects with the identifier and no others`() {
    let drive = StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go": .merge(wait("a").cancellable(id: CancelID.search), wait("b"))
      case "stop": .cancel(id: CancelID.search)
      default: .none
      }
    }
    drive.send("go")
    drive.send("stop")
    #expect(drive.core.effects.map(\.label) == ["b"])
    #expect(drive.events == ["started 1", "started 2", "cancelled 1"])
  }

  @Test func `Equal values of different types are different identifiers`() {
    let drive = StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go": .merge(wait("a").cancellable(id: 1), wait("b").cancellable(id: UInt8(1)))
      case "stop": .cancel(id: UInt8(1))
      default: .none
      }
    }
    drive.send("go")
    drive.send("stop")
    #expect(drive.core.effects.map(\.label) == ["a"])
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

  @Test func `Cancel in flight ends the earlier effect with the identifier`() {
    let drive = StoreHarness<Int, String> { [self] in
      wait($0).cancellable(id: CancelID.search, cancelInFlight: true)
    }
    drive.send("a")
    drive.send("b")
    #expect(drive.core.effects.map(\.label) == ["b"])
    #expect(drive.events == ["started 1", "cancelled 1", "started 2"])
  }

  @Test func `Without cancel in flight, effects with one identifier live side by side`() {
    let drive = StoreHarness<Int, String> { [self] in
      $0 == "stop" ? .cancel(id: CancelID.search) : wait($0).cancellable(id: CancelID.search)
    }
    drive.send("a")
    drive.send("b")
    #expect(drive.core.effects.count == 2)
    drive.send("stop")
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `Nothing that is cancellable ends nothing that is in flight`() {
    let drive = StoreHarness<Int, String> { [self] in
      $0 == "stop"
        ? Effect.none.cancellable(id: CancelID.search, cancelInFlight: true)
        : wait($0).cancellable(id: CancelID.search)
    }
    drive.send("a")
    drive.send("stop")
    #expect(drive.core.effects.map(\.id) == [1])
  }

  @Test func `An effect within two identifiers is cancelled by either`() {
    for id in [CancelID.search, .other] {
      let drive = StoreHarness<Int, String> { [self] in
        $0 == "stop"
          ? .cancel(id: id)
          : wait($0).cancellable(id: CancelID.search).cancellable(id: CancelID.other)
      }
      drive.send("a")
      drive.send("stop")
      #expect(drive.core.effects.isEmpty)
    }
  }

  @Test func `A cancelled effect sends nothing more`() {
    let signal = Signal()
    let drive = StoreHarness<Int, String> {
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
    drive.send("go")
    drive.send("stop")
    #expect(drive.core.effects.map(\.isCancelled) == [true])
    signal.signal()
    drive.executor.drain()
    #expect(drive.actions == ["go", "stop"])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `Cancelling a concatenation drops what has not started`() {
    let drive = StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go":
        .concatenate(wait("a"), .send("b"), wait("c")).cancellable(id: CancelID.search)
      case "stop": .cancel(id: CancelID.search)
      default: .none
      }
    }
    drive.send("go")
    drive.send("stop")
    #expect(drive.actions == ["go", "stop"])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `Cancelling one part of a concatenation lets the next one start`() {
    let drive = StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go": .concatenate(wait("a").cancellable(id: CancelID.search), .send("b"))
      case "stop": .cancel(id: CancelID.search)
      default: .none
      }
    }
    drive.send("go")
    drive.send("stop")
    #expect(drive.actions == ["go", "stop", "b"])
  }

  @Test func `Effects born after a number can be cancelled, with what was to follow them`() {
    let drive = StoreHarness<Int, String> { [self] in .concatenate(wait($0), .send("next")) }
    drive.send("a")
    drive.send("b")
    drive.send("c")
    drive.core.cancelEffects(bornAfter: 1)
    drive.executor.drain()
    #expect(drive.core.effects.map(\.label) == ["a"])
    #expect(drive.actions == ["a", "b", "c"])
  }

  @Test func `An effect is labelled by its name or else by what cancels it`() {
    let drive = StoreHarness<Int, String> { [self] _ in
      .merge(
        wait("named").cancellable(id: CancelID.search),
        .run { _ in try await Task.never() }.cancellable(id: CancelID.search),
        .run { _ in try await Task.never() })
    }
    drive.send("go")
    #expect(drive.core.effects.map(\.label) == ["named", "search", nil])
  }
}
