import Testing

@testable import Composable

private enum CancelID { case work }

/// What becomes of several effects that were given one identifier.
@Suite struct IdenticalIdentifierTests {
  private func work(_ name: String, cancelInFlight: Bool = false) -> Effect<String> {
    .run(name: name) { _ in try await Task.never() }
      .cancellable(id: CancelID.work, cancelInFlight: cancelInFlight)
  }

  private func labels(_ drive: StoreHarness<Int, String>) -> [String?] {
    drive.core.effects.map(\.label)
  }

  /// A core that performs `effect` for "go", cancels for "stop" and works in its own name else.
  private func drive(_ effect: Effect<String>) -> StoreHarness<Int, String> {
    StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go": effect
      case "stop": .cancel(id: CancelID.work)
      case "old": work("old")
      default: .none
      }
    }
  }

  @Test func `In a merge they live side by side, and one cancel ends them all`() {
    let drive = drive(.merge(work("a"), .run(name: "b") { _ in try await Task.never() }, work("c")))
    drive.send("go")
    #expect(labels(drive) == ["a", "b", "c"])
    drive.send("stop")
    #expect(labels(drive) == ["b"])
    #expect(drive.events.suffix(2) == ["cancelled 1", "cancelled 3"])
  }

  @Test func `In a merge the one that cancels in flight ends those before it, old and new`() {
    let drive = drive(.merge(work("a"), work("b", cancelInFlight: true), work("c")))
    drive.send("old")
    drive.send("go")
    #expect(labels(drive) == ["b", "c"])
  }

  @Test func `In a concatenation a cancel ends the one that runs, and the next one starts`() {
    let drive = drive(.concatenate(work("a"), work("b"), .send("done")))
    drive.send("go")
    #expect(labels(drive) == ["a"])
    drive.send("stop")
    #expect(labels(drive) == ["b"])
    drive.send("stop")
    #expect(drive.actions == ["go", "stop", "stop", "done"])
  }

  @Test func `Around a concatenation the identifier ends the one that runs and all that follow`() {
    let drive = drive(
      .concatenate(work("a"), work("b"), .send("done")).cancellable(id: CancelID.work))
    drive.send("go")
    drive.send("stop")
    #expect(drive.actions == ["go", "stop"])
    #expect(labels(drive) == [])
    #expect(drive.core.cancellables.isEmpty)
  }

  @Test(arguments: [true, false])
  func `A cancel and then an effect with its identifier replace the old one`(merges: Bool) {
    let parts: [Effect<String>] = [.cancel(id: CancelID.work), work("new")]
    let drive = drive(merges ? .merge(parts) : .concatenate(parts))
    drive.send("old")
    drive.send("go")
    #expect(labels(drive) == ["new"])
    #expect(drive.events == ["started 1", "cancelled 1", "started 2"])
  }

  @Test func `A cancel after an effect with its identifier ends it before it has begun`() {
    let log = Log<String>()
    let drive = drive(
      .merge(
        .run { send in
          log.record(Task.isCancelled ? "cancelled" : "began")
          await send("never")
        }
        .cancellable(id: CancelID.work), .cancel(id: CancelID.work)))
    drive.send("go")
    #expect(log.all == ["cancelled"])
    #expect(drive.actions == ["go"])
  }

  @Test func `An effect that was given one identifier twice is cancelled once`() {
    let drive = drive(work("a").cancellable(id: CancelID.work))
    drive.send("go")
    drive.send("stop")
    #expect(drive.events == ["started 1", "cancelled 1"])
    #expect(drive.core.cancellables.isEmpty)
  }

  @Test func `What an identifier covers is what is alive, and nothing that has ended`() {
    let drive = drive(
      .merge(.run { _ in try await Task.never() }, .run { _ in }, .run { _ in }.cancellable(id: 1))
        .cancellable(id: CancelID.work))
    drive.send("go")
    #expect(drive.core.cancellables.values.map { $0.map(\.effects) } == [[[1]]])
  }

  @Test func `Effects that are cancelled together end in the order of their birth`() {
    let drive = drive(
      .concatenate(.run { _ in await Task.yield() }, .run { _ in try await Task.never() })
        .cancellable(id: CancelID.work))
    drive.core.send("go")
    drive.core.send("old")
    drive.executor.drain()
    #expect(drive.core.effects.map(\.id) == [2, 3])
    drive.send("stop")
    #expect(drive.events.suffix(2) == ["cancelled 2", "cancelled 3"])
  }

  @Test func `Of ten thousand effects each is cancelled alone, and nothing is left of it`() {
    let count = 10_000
    let drive = StoreHarness<Int, Int> { number in
      number > 0
        ? .run { _ in try await Task.never() }.cancellable(id: number).cancellable(id: "all")
        : .cancel(id: -number)
    }
    for number in 1...count { drive.core.send(number) }
    drive.executor.drain()
    for number in 1..<count { drive.core.send(-number) }
    drive.executor.drain()
    #expect(drive.core.effects.map(\.id) == [count])
    #expect(drive.core.cancellables.keys.count == 2)
    #expect(drive.core.cancellables.values.allSatisfy { $0.map(\.effects) == [[count]] })
  }
}
