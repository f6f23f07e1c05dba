import IssueReporting
import Testing

@testable import Composable

@MainActor
@Suite struct TimerTests {
  private func ticking(_ clock: some Clock<Duration>, work: Duration = .zero) -> StoreHarness<
    Int, String
  > {
    let start = AnyClock(clock)
    return StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) {
          await send("\(start.now.offset)")
          if work > .zero { try await clock.sleep(for: work) }
        }
      }
    }
  }

  @Test func `A timer has an element for each interval that ends`() {
    let clock = TestClock()
    let harness = ticking(clock)
    harness.send("go")
    clock.advance(by: .milliseconds(2500)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "1.0 seconds", "2.0 seconds"])
  }

  @Test func `Intervals that end while no element is awaited are skipped, without drift`() {
    let clock = TestClock()
    let harness = ticking(clock, work: .milliseconds(2300))
    harness.send("go")
    clock.advance(by: .milliseconds(8000)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "1.0 seconds", "4.0 seconds", "7.0 seconds"])
  }

  @Test func `A timer ends when its task is cancelled`() {
    let clock = TestClock()
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "go":
        .run { _ in
          for await _ in clock.timer(interval: .seconds(1)) {}
        }
        .cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    harness.send("go")
    harness.send("stop")
    #expect(harness.core.effects.isEmpty)
    #expect(clock.nextDeadline == nil)
  }

  @Test func `An existential clock also has timers`() async {
    let clock: any Clock<Duration> = ImmediateClock()
    var iterator = clock.timer(interval: .seconds(2)).makeAsyncIterator()
    #expect(await iterator.next()?.offset == .seconds(2))
    #expect(await iterator.next()?.offset == .seconds(4))
  }

  @Test func `A type-erased clock begins at zero and sleeps on its underlying clock`() {
    let clock = TestClock<Duration>(now: .init(offset: .seconds(10)))
    let erased = AnyClock(clock)
    #expect(erased.now.offset == .zero)
    let harness = StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return .run { send in
        try await erased.sleep(until: .init(offset: .seconds(2)))
        await send("done")
      }
    }
    harness.send("go")
    #expect(clock.nextDeadline == .seconds(2))
    clock.advance(by: .seconds(2)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "done"])
    #expect(erased.now.offset == .seconds(2))
  }

  @Test func `Checking for suspension throws if a task sleeps`() async throws {
    let clock = TestClock()
    try await clock.checkSuspension()
    let task = Task { @MainActor in try await clock.sleep(for: .seconds(1)) }
    while clock.nextDeadline == nil { await Task.yield() }
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    task.cancel()
  }

  @Test func `Running a clock wakes all sleepers, including those that sleep again`() async throws {
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Reduce<Int, String> { state, action in
        guard action == "go" else {
          state += 1
          return .none
        }
        return .run { send in
          for _ in 0..<3 {
            try await clock.sleep(for: .seconds(1))
            await send("woken")
          }
        }
      }
    }
    let task = store.send("go")
    await clock.run()
    #expect(clock.now.offset == .seconds(3))
    try #require(store.state == 3)
    await task.finish()
  }

  @Test func `An endless timer is an issue at the call that runs the clock`() async {
    let clock = TestClock()
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { _, action in
        guard action == 0 else { return .none }
        return .run { _ in
          for await _ in clock.timer(interval: .seconds(1)) {}
        }
      }
    }
    let task = store.send(0)
    let recorder = IssueRecorder()
    await withIssueReporters([recorder]) { await clock.run(timeout: .zero) }
    #expect(recorder.all.count == 1)
    #expect(recorder.all.first?.file == "ComposableTests/TimerTests.swift")
    task.cancel()
    await task.finish()
  }
}
