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

  @Test func `Sleepers wake by deadline, and equal ones in the order of registration`() {
    let clock = TestClock()
    let drive = sleeping(
      clock, [("c", .seconds(3)), ("a", .seconds(1)), ("b", .seconds(2)), ("a2", .seconds(1))])
    drive.send("go")
    clock.advance(by: .seconds(3)) { drive.executor.drain() }
    #expect(drive.actions == ["go", "a", "a2", "b", "c"])
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func `Nobody wakes before the deadline`() {
    let clock = TestClock()
    let drive = sleeping(clock, [("a", .milliseconds(300))])
    drive.send("go")
    clock.advance(by: .milliseconds(299)) { drive.executor.drain() }
    #expect(drive.actions == ["go"])
    #expect(clock.nextDeadline == .milliseconds(1))
    clock.advance(by: .milliseconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["go", "a"])
    #expect(clock.nextDeadline == nil)
  }

  @Test func `Who sleeps again while time passes is woken again in the same advance`() {
    let clock = TestClock()
    let drive = StoreHarness<Int, String> {
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
    drive.send("go")
    clock.advance(by: .seconds(3)) { drive.executor.drain() }
    #expect(drive.actions == ["go", "tick 1", "between", "tick 2", "tick 3"])
  }

  @Test func `An effect shows until when it sleeps and how long that is`() {
    let clock = TestClock()
    let drive = sleeping(clock, [("a", .seconds(2))])
    drive.send("go")
    clock.advance(by: .seconds(1)) { drive.executor.drain() }
    #expect(
      drive.core.effects.map(\.status) == [.asleep(until: .seconds(2), remaining: .seconds(1))])
  }

  @Test func `The child tasks of an effect sleep in its name`() {
    let clock = TestClock()
    let drive = StoreHarness<Int, String> { _ in
      .run { _ in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for second in 1...2 { group.addTask { try await clock.sleep(for: .seconds(second)) } }
          try await group.waitForAll()
        }
      }
    }
    drive.send("go")
    #expect(
      drive.core.effects.map(\.statuses) == [
        [
          .asleep(until: .seconds(1), remaining: .seconds(1)),
          .asleep(until: .seconds(2), remaining: .seconds(2)),
        ]
      ])
  }

  @Test func `A cancelled sleeper ends at once`() {
    let clock = TestClock()
    let drive = StoreHarness<Int, String> { action in
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
    drive.send("go")
    drive.send("stop")
    #expect(drive.core.effects.isEmpty)
    #expect(clock.nextDeadline == nil)
  }

  @Test func `A sleep in a cancelled task throws at once`() async {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `On an immediate clock a sleep is over at once and moves the time`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `An immediate clock has a short name where a clock is wanted`() async throws {
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
