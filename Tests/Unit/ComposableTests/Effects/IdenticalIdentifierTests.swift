import Testing

@testable import Composable

private enum CancelID { case work }

/// Cancellation of several effects with the same identifier.
@Suite struct IdenticalIdentifierTests {
  private func work(_ name: String, cancelInFlight: Bool = false) -> Effect<String> {
    .run(name: name) { _ in try await Task.never() }
      .cancellable(id: CancelID.work, cancelInFlight: cancelInFlight)
  }

  private func labels(_ harness: StoreHarness<Int, String>) -> [String?] {
    harness.core.effects.map(\.label)
  }

  /// Returns a harness that runs `effect` for "go", cancels for "stop" and runs a separate effect
  /// for "old".
  private func harness(_ effect: Effect<String>) -> StoreHarness<Int, String> {
    StoreHarness<Int, String> { [self] in
      switch $0 {
      case "go": effect
      case "stop": .cancel(id: CancelID.work)
      case "old": work("old")
      default: .none
      }
    }
  }

  @Test func `In a merge they run concurrently, and one cancel ends them all`() {
    let harness = harness(
      .merge(work("a"), .run(name: "b") { _ in try await Task.never() }, work("c")))
    harness.send("go")
    #expect(labels(harness) == ["a", "b", "c"])
    harness.send("stop")
    #expect(labels(harness) == ["b"])
    #expect(harness.events.suffix(2) == ["cancelled 1", "cancelled 3"])
  }

  @Test func `In a merge, cancel in flight ends earlier effects, old and new`() {
    let harness = harness(.merge(work("a"), work("b", cancelInFlight: true), work("c")))
    harness.send("old")
    harness.send("go")
    #expect(labels(harness) == ["b", "c"])
  }

  @Test func `In a concatenation a cancel ends the running effect, and the next one starts`() {
    let harness = harness(.concatenate(work("a"), work("b"), .send("done")))
    harness.send("go")
    #expect(labels(harness) == ["a"])
    harness.send("stop")
    #expect(labels(harness) == ["b"])
    harness.send("stop")
    #expect(harness.actions == ["go", "stop", "stop", "done"])
  }

  @Test func `Cancelling a concatenation ends the running effect and all that follow`() {
    let harness = harness(
      .concatenate(work("a"), work("b"), .send("done")).cancellable(id: CancelID.work))
    harness.send("go")
    harness.send("stop")
    #expect(harness.actions == ["go", "stop"])
    #expect(labels(harness) == [])
    #expect(harness.core.cancellables.isEmpty)
  }

  @Test(arguments: [true, false])
  func `A cancel and then an effect with its identifier replace the old one`(merges: Bool) {
    let parts: [Effect<String>] = [.cancel(id: CancelID.work), work("new")]
    let harness = harness(merges ? .merge(parts) : .concatenate(parts))
    harness.send("old")
    harness.send("go")
    #expect(labels(harness) == ["new"])
    #expect(harness.events == ["started 1", "cancelled 1", "started 2"])
  }

  @Test func `A cancel after an effect with its identifier ends it before it begins`() {
    let log = Log<String>()
    let harness = harness(
      .merge(
        .run { send in
          log.record(Task.isCancelled ? "cancelled" : "began")
          await send("never")
        }
        .cancellable(id: CancelID.work), .cancel(id: CancelID.work)))
    harness.send("go")
    #expect(log.all == ["cancelled"])
    #expect(harness.actions == ["go"])
  }

  @Test func `An effect with the same identifier twice is cancelled once`() {
    let harness = harness(work("a").cancellable(id: CancelID.work))
    harness.send("go")
    harness.send("stop")
    #expect(harness.events == ["started 1", "cancelled 1"])
    #expect(harness.core.cancellables.isEmpty)
  }

  @Test func `An identifier covers the in-flight effects only`() {
    let harness = harness(
      .merge(.run { _ in try await Task.never() }, .run { _ in }, .run { _ in }.cancellable(id: 1))
        .cancellable(id: CancelID.work))
    harness.send("go")
    #expect(harness.core.cancellables.values.map { $0.map(\.effects) } == [[[1]]])
  }

  @Test func `Effects that are cancelled together end in the order of their start`() {
    let harness = harness(
      .concatenate(.run { _ in await Task.yield() }, .run { _ in try await Task.never() })
        .cancellable(id: CancelID.work))
    harness.core.send("go")
    harness.core.send("old")
    harness.executor.drain()
    #expect(harness.core.effects.map(\.id) == [2, 3])
    harness.send("stop")
    #expect(harness.events.suffix(2) == ["cancelled 2", "cancelled 3"])
  }

  @Test func `Each of ten thousand effects is cancelled alone and leaves no entry behind`() {
    let count = 10_000
    let harness = StoreHarness<Int, Int> { number in
      number > 0
        ? .run { _ in try await Task.never() }.cancellable(id: number).cancellable(id: "all")
        : .cancel(id: -number)
    }
    for number in 1...count { harness.core.send(number) }
    harness.executor.drain()
    for number in 1..<count { harness.core.send(-number) }
    harness.executor.drain()
    #expect(harness.core.effects.map(\.id) == [count])
    #expect(harness.core.cancellables.keys.count == 2)
    #expect(harness.core.cancellables.values.allSatisfy { $0.map(\.effects) == [[count]] })
  }
}
