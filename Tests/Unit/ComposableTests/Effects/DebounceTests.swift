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

  @Test func `Only the last of those within the time is performed, when the time is over`() {
    let clock = TestClock()
    let drive = typing(clock)
    drive.send("c")
    clock.advance(by: .milliseconds(299)) { drive.executor.drain() }
    drive.send("ca")
    clock.advance(by: .milliseconds(299)) { drive.executor.drain() }
    #expect(drive.actions == ["c", "ca"])
    clock.advance(by: .milliseconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["c", "ca", "found ca"])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `Those that are farther apart are all performed`() {
    let clock = TestClock()
    let drive = typing(clock)
    for text in ["a", "b"] {
      drive.send(text)
      clock.advance(by: .milliseconds(300)) { drive.executor.drain() }
    }
    #expect(drive.actions == ["a", "found a", "b", "found b"])
  }

  @Test func `Those with other identifiers wait side by side`() {
    let clock = TestClock()
    let drive = StoreHarness<Int, Int> { number in
      guard number > 0 else { return .none }
      return .run { await $0(-number) }
        .debounce(id: number % 2, for: .seconds(1), clock: clock)
    }
    for number in 1...4 { drive.send(number) }
    clock.advance(by: .seconds(1)) { drive.executor.drain() }
    #expect(drive.actions == [1, 2, 3, 4, -3, -4])
  }

  @Test func `While it waits it is one effect, asleep, with the name and the place of its run`() {
    let clock = TestClock()
    let drive = typing(clock)
    drive.send("c")
    clock.advance(by: .milliseconds(100)) { drive.executor.drain() }
    let effects = drive.core.effects
    #expect(effects.map(\.label) == ["search"])
    #expect(
      effects.map(\.status) == [.asleep(until: .milliseconds(300), remaining: .milliseconds(200))])
    #expect(effects.first?.callSite.line == lineOfRun)
  }

  @Test func `It can be cancelled by its identifier while it waits`() {
    let clock = TestClock()
    let drive = typing(clock)
    drive.send("c")
    drive.send("stop")
    clock.advance(by: .seconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["c", "stop"])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `Another one ends it also when its work has begun`() {
    let clock = TestClock()
    let drive = StoreHarness<Int, String> { action in
      guard action != "late" else { return .none }
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        await send("late")
      }
      .debounce(id: ID.search, for: .milliseconds(300), clock: clock)
    }
    drive.send("a")
    clock.advance(by: .milliseconds(500)) { drive.executor.drain() }
    drive.send("b")
    clock.advance(by: .seconds(5)) { drive.executor.drain() }
    #expect(drive.actions == ["a", "b", "late"])
  }

  @Test func `Nothing to debounce is nothing and ends no other`() {
    let clock = TestClock()
    let drive = typing(clock)
    drive.send("c")
    drive.send("nothing")
    clock.advance(by: .seconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["c", "nothing", "found c"])
  }

  @Test func `A send and a merge are debounced as a whole`() {
    let clock = TestClock()
    let drive = StoreHarness<Int, String> { action in
      switch action {
      case "send": .send("sent").debounce(id: 1, for: .seconds(1), clock: clock)
      case "merge":
        .merge(.run { await $0("one") }, .send("two"), .run { await $0("three") })
          .debounce(id: 2, for: .seconds(1), clock: clock)
      default: .none
      }
    }
    drive.send("send")
    drive.send("merge")
    clock.advance(by: .milliseconds(999)) { drive.executor.drain() }
    #expect(drive.actions == ["send", "merge"])
    clock.advance(by: .milliseconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["send", "merge", "sent", "two", "one", "three"])
  }

  @Test func `On a test scheduler it waits as on a clock, and is asleep`() {
    let scheduler = DispatchQueue.test
    let mainQueue = scheduler.eraseToAnyScheduler()
    let drive = StoreHarness<Int, String> { action in
      guard !action.hasPrefix("found") else { return .none }
      return .run { await $0("found " + action) }
        .debounce(id: ID.search, for: .seconds(0.3), scheduler: mainQueue)
    }
    drive.send("c")
    #expect(
      drive.core.effects.map(\.status) == [
        .asleep(until: .milliseconds(300), remaining: .milliseconds(300))
      ])
    scheduler.advance(by: .milliseconds(200)) { drive.executor.drain() }
    drive.send("ca")
    scheduler.advance(by: .milliseconds(299)) { drive.executor.drain() }
    #expect(drive.actions == ["c", "ca"])
    scheduler.advance(by: .milliseconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["c", "ca", "found ca"])
  }

  @Test func `An existential clock debounces as well`() {
    let clock = TestClock()
    let existential: any Clock<Duration> = clock
    let drive = StoreHarness<Int, String> { action in
      action == "go"
        ? .run { await $0("done") }.debounce(id: 1, for: .seconds(1), clock: existential) : .none
    }
    drive.send("go")
    clock.advance(by: .seconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["go", "done"])
  }
}
