import Dispatch
import Testing

@testable import Composable

private enum ID { case search }

private let lineOfRun: UInt = #line + 12

@MainActor
@Suite struct DebounceTests {
  private func typing(_ clock: TestClock<Duration>) -> StoreHarness<Int, String> {
    StoreHarness<Int, String> { action in
      switch action {
      case "stop": .cancel(id: ID.search)
      case "nothing":
        Effect.none.debounce(id: ID.search, for: .milliseconds(300), clock: clock)
      case _ where action.hasPrefix("found"): .none
      default:
        .run(name: "search") { await $0("found " + action) }
          .debounce(id: ID.search, for: .milliseconds(300), clock: clock)
      }
    }
  }

  @Test func `Only the last effect within the time runs, when the time is over`() {
    let clock = TestClock()
    let harness = typing(clock)
    harness.send("c")
    clock.advance(by: .milliseconds(299)) { harness.executor.drain() }
    harness.send("ca")
    clock.advance(by: .milliseconds(299)) { harness.executor.drain() }
    #expect(harness.actions == ["c", "ca"])
    clock.advance(by: .milliseconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["c", "ca", "found ca"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `Effects that are farther apart all run`() {
    let clock = TestClock()
    let harness = typing(clock)
    for text in ["a", "b"] {
      harness.send(text)
      clock.advance(by: .milliseconds(300)) { harness.executor.drain() }
    }
    #expect(harness.actions == ["a", "found a", "b", "found b"])
  }

  @Test func `Effects with different identifiers wait independently`() {
    let clock = TestClock()
    let harness = StoreHarness<Int, Int> { number in
      guard number > 0 else { return .none }
      return .run { await $0(-number) }
        .debounce(id: number % 2, for: .seconds(1), clock: clock)
    }
    for number in 1...4 { harness.send(number) }
    clock.advance(by: .seconds(1)) { harness.executor.drain() }
    #expect(harness.actions == [1, 2, 3, 4, -3, -4])
  }

  @Test func `While it waits it is one sleeping effect, with the name and call site of its run`() {
    let clock = TestClock()
    let harness = typing(clock)
    harness.send("c")
    clock.advance(by: .milliseconds(100)) { harness.executor.drain() }
    let effects = harness.core.effects
    #expect(effects.map(\.label) == ["search"])
    #expect(
      effects.map(\.status) == [.asleep(until: .milliseconds(300), remaining: .milliseconds(200))])
    #expect(effects.first?.callSite.line == lineOfRun)
  }

  @Test func `It can be cancelled by its identifier while it waits`() {
    let clock = TestClock()
    let harness = typing(clock)
    harness.send("c")
    harness.send("stop")
    clock.advance(by: .seconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["c", "stop"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `Another effect cancels it even after its operation began`() {
    let clock = TestClock()
    let harness = StoreHarness<Int, String> { action in
      guard action != "late" else { return .none }
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send("late")
      }
      .debounce(id: ID.search, for: .milliseconds(300), clock: clock)
    }
    harness.send("a")
    clock.advance(by: .milliseconds(500)) { harness.executor.drain() }
    harness.send("b")
    clock.advance(by: .seconds(5)) { harness.executor.drain() }
    #expect(harness.actions == ["a", "b", "late"])
  }

  @Test func `An empty effect remains empty and cancels no other`() {
    let clock = TestClock()
    let harness = typing(clock)
    harness.send("c")
    harness.send("nothing")
    clock.advance(by: .seconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["c", "nothing", "found c"])
  }

  @Test func `A send and a merge are debounced as a whole`() {
    let clock = TestClock()
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "send": .send("sent").debounce(id: 1, for: .seconds(1), clock: clock)
      case "merge":
        .merge(.run { await $0("one") }, .send("two"), .run { await $0("three") })
          .debounce(id: 2, for: .seconds(1), clock: clock)
      default: .none
      }
    }
    harness.send("send")
    harness.send("merge")
    clock.advance(by: .milliseconds(999)) { harness.executor.drain() }
    #expect(harness.actions == ["send", "merge"])
    clock.advance(by: .milliseconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["send", "merge", "sent", "two", "one", "three"])
  }

  @Test func `On a test scheduler it sleeps as on a clock`() {
    let scheduler = DispatchQueue.test
    let mainQueue = scheduler.eraseToAnyScheduler()
    let harness = StoreHarness<Int, String> { action in
      guard !action.hasPrefix("found") else { return .none }
      return .run { await $0("found " + action) }
        .debounce(id: ID.search, for: .seconds(0.3), scheduler: mainQueue)
    }
    harness.send("c")
    #expect(
      harness.core.effects.map(\.status) == [
        .asleep(until: .milliseconds(300), remaining: .milliseconds(300))
      ])
    scheduler.advance(by: .milliseconds(200)) { harness.executor.drain() }
    harness.send("ca")
    scheduler.advance(by: .milliseconds(299)) { harness.executor.drain() }
    #expect(harness.actions == ["c", "ca"])
    scheduler.advance(by: .milliseconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["c", "ca", "found ca"])
  }

  @Test func `An existential clock can debounce`() {
    let clock = TestClock()
    let existential: any Clock<Duration> = clock
    let harness = StoreHarness<Int, String> { action in
      action == "go"
        ? .run { await $0("done") }.debounce(id: 1, for: .seconds(1), clock: existential) : .none
    }
    harness.send("go")
    clock.advance(by: .seconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "done"])
  }
}
