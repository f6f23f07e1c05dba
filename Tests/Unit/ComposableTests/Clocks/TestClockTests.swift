import Testing

@testable import Composable

@Suite struct TestClockTests {
  private func sleeping(
    _ clock: TestClock<Duration>, _ times: [(String, Duration)]
  ) -> StoreHarness<Int, String> {
    StoreHarness<Int, String> {
      guard $0 == "go" else { return .none }
      return .merge(
        times.map { name, time in
          .run(name: name) { send in
            try await clock.sleep(for: time)
            await send(name)
          }
        })
    }
  }

  @Test func `Sleepers wake by deadline, and then in the order of registration`() {
    let clock = TestClock()
    let harness = sleeping(
      clock, [("c", .seconds(3)), ("a", .seconds(1)), ("b", .seconds(2)), ("a2", .seconds(1))])
    harness.send("go")
    clock.advance(by: .seconds(3)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "a", "a2", "b", "c"])
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `A sleeper does not wake before its deadline`() {
    let clock = TestClock()
    let harness = sleeping(clock, [("a", .milliseconds(300))])
    harness.send("go")
    clock.advance(by: .milliseconds(299)) { harness.executor.drain() }
    #expect(harness.actions == ["go"])
    #expect(clock.nextDeadline == .milliseconds(1))
    clock.advance(by: .milliseconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "a"])
    #expect(clock.nextDeadline == nil)
  }

  @Test func `A sleeper that sleeps again during an advance is woken again by it`() {
    let clock = TestClock()
    let harness = StoreHarness<Int, String> {
      guard $0 == "go" else { return .none }
      return .merge(
        .run { send in
          for tick in 1...3 {
            try await clock.sleep(for: .seconds(1))
            await send("tick \(tick)")
          }
        },
        .run { send in
          try await clock.sleep(for: .milliseconds(1500))
          await send("between")
        })
    }
    harness.send("go")
    clock.advance(by: .seconds(3)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "tick 1", "between", "tick 2", "tick 3"])
  }

  @Test func `An effect shows its deadline and the remaining time`() {
    let clock = TestClock()
    let harness = sleeping(clock, [("a", .seconds(2))])
    harness.send("go")
    clock.advance(by: .seconds(1)) { harness.executor.drain() }
    #expect(
      harness.core.effects.map(\.status) == [.asleep(until: .seconds(2), remaining: .seconds(1))])
  }

  @Test func `The sleeps of child tasks are attributed to their effect`() {
    let clock = TestClock()
    let harness = StoreHarness<Int, String> { _ in
      .run { _ in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for second in 1...2 { group.addTask { try await clock.sleep(for: .seconds(second)) } }
          try await group.waitForAll()
        }
      }
    }
    harness.send("go")
    #expect(
      harness.core.effects.map(\.statuses) == [
        [
          .asleep(until: .seconds(1), remaining: .seconds(1)),
          .asleep(until: .seconds(2), remaining: .seconds(2)),
        ]
      ])
  }

  @Test func `A cancelled sleeper ends immediately`() {
    let clock = TestClock()
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "go":
        .run { send in
          try await clock.sleep(for: .seconds(1))
          await send("never")
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

  @Test func `A sleep in a cancelled task throws immediately`() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `On an immediate clock a sleep ends immediately and moves the time`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `An immediate clock has a shorthand where a clock is expected`() async throws {
    let clock: any Clock<Duration> = .immediate
    #expect(clock is ImmediateClock<Duration>)
    try await clock.sleep(for: .seconds(1_000_000))
  }

  @Test func `An unimplemented clock reports its use`() {
    let issues = issues {
      _ = UnimplementedClock(name: "continuousClock").now
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("continuousClock") == true)
  }
}
