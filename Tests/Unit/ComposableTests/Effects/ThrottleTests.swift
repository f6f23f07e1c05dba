import Dispatch
import Testing

@testable import Composable

private enum ID { case scroll, other }

@MainActor
@Suite struct ThrottleTests {
  private let clock = TestClock()

  /// Sends back each number that is positive as a negative one, throttled to one in a second.
  private func counting(latest: Bool) -> StoreHarness<Int, Int> {
    StoreHarness<Int, Int> { [clock] number in
      guard number > 0 else { return .none }
      return .run { await $0(-number) }
        .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: latest)
    }
  }

  private func pass(_ milliseconds: Int, _ drive: StoreHarness<Int, Int>) {
    clock.advance(by: .milliseconds(milliseconds)) { drive.executor.drain() }
  }

  @Test func `The first goes through at once, then the latest of each interval at its end`() {
    let drive = counting(latest: true)
    for number in 1...4 {
      drive.send(number)
      pass(250, drive)
    }
    #expect(drive.actions == [1, -1, 2, 3, 4, -4])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `Or the first of each interval at its end`() {
    let drive = counting(latest: false)
    for number in 1...4 {
      drive.send(number)
      pass(250, drive)
    }
    #expect(drive.actions == [1, -1, 2, 3, 4, -2])
  }

  @Test func `Of the first of each, the one that was sent stands for no later interval`() {
    let drive = counting(latest: false)
    for number in 1...7 {
      drive.send(number)
      pass(400, drive)
    }
    // At 0, then at 1 and 2 s the first of those since: sent at 0.4 and 1.2 s.
    #expect(drive.actions == [1, -1, 2, 3, -2, 4, 5, -4, 6, 7])
    pass(200, drive)
    #expect(drive.actions.last == -6)
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `At an interval's end what is held is sent, and what comes then waits for the next`() {
    for latest in [true, false] {
      let drive = counting(latest: latest)
      drive.send(1)
      drive.send(2)
      pass(1000, drive)
      drive.send(3)
      #expect(drive.actions == [1, -1, 2, -2, 3])
      pass(1000, drive)
      #expect(drive.actions == [1, -1, 2, -2, 3, -3])
    }
  }

  @Test func `With what is sent at an interval's end the next one begins`() {
    let drive = counting(latest: true)
    drive.send(1)
    drive.send(2)
    pass(1000, drive)
    #expect(drive.actions == [1, -1, 2, -2])
    drive.send(3)
    pass(999, drive)
    #expect(drive.actions == [1, -1, 2, -2, 3])
    pass(1, drive)
    #expect(drive.actions == [1, -1, 2, -2, 3, -3])
  }

  @Test func `After an interval in which nothing came the next goes through at once`() {
    let drive = counting(latest: true)
    drive.send(1)
    pass(1000, drive)
    drive.send(2)
    #expect(drive.actions == [1, -1, 2, -2])
  }

  @Test func `What is held shows as asleep until the interval's end`() {
    let drive = counting(latest: true)
    drive.send(1)
    pass(400, drive)
    drive.send(2)
    #expect(
      drive.core.effects.map(\.status) == [
        .asleep(until: .seconds(1), remaining: .milliseconds(600))
      ])
  }

  @Test func `Cancelling by the identifier drops what is held`() {
    let drive = StoreHarness<Int, Int> { [clock] number in
      switch number {
      case 0: .cancel(id: ID.scroll)
      case 1...:
        .run { await $0(-number) }
          .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
      default: .none
      }
    }
    drive.send(1)
    drive.send(2)
    drive.send(0)
    pass(2000, drive)
    #expect(drive.actions == [1, -1, 2, 0])
  }

  @Test func `Of several actions of one effect, one goes through at once and one at the end`() {
    for (latest, held) in [(true, -3), (false, -2)] {
      let drive = StoreHarness<Int, Int> { [clock] number in
        guard number > 0 else { return .none }
        return .run { for action in 1...3 { await $0(-action) } }
          .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: latest)
      }
      drive.send(1)
      #expect(drive.actions == [1, -1])
      pass(1000, drive)
      #expect(drive.actions == [1, -1, held])
    }
  }

  @Test func `An effect that goes on sends one action an interval`() {
    let drive = StoreHarness<Int, Int> { [clock] number in
      guard number > 0 else { return .none }
      return .run { send in
        for action in 1...8 {
          await send(-action)
          try await clock.sleep(for: .milliseconds(400))
        }
      }
      .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
    }
    drive.send(1)
    pass(5000, drive)
    // At 0, and then the latest at 1, 2 and 3 s: sent at 0.8, 2.0 and 2.8 s.
    #expect(drive.actions.first == 1)
    #expect(drive.actions.dropFirst().first == -1)
    #expect(drive.actions.dropFirst(2).first == -3)
    #expect(drive.core.effects.isEmpty)
    #expect(drive.actions.last == -8)
  }

  @Test func `A send is throttled as well`() {
    let drive = StoreHarness<Int, Int> { [clock] number in
      guard number > 0 else { return .none }
      return .send(-number).throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
    }
    drive.send(1)
    drive.send(2)
    drive.send(3)
    #expect(drive.actions == [1, -1, 2, 3])
    pass(1000, drive)
    #expect(drive.actions == [1, -1, 2, 3, -3])
  }

  @Test func `Stores and identifiers do not share an interval`() {
    let one = counting(latest: true)
    let two = counting(latest: true)
    one.send(1)
    two.send(2)
    #expect(one.actions == [1, -1])
    #expect(two.actions == [2, -2])
    let drive = StoreHarness<Int, Int> { [clock] number in
      guard number > 0 else { return .none }
      return .run { await $0(-number) }
        .throttle(
          id: number == 1 ? ID.scroll : .other, for: .seconds(1), clock: clock, latest: true)
    }
    drive.send(1)
    drive.send(2)
    #expect(drive.actions == [1, -1, 2, -2])
  }

  @Test func `A test scheduler throttles as a clock does`() {
    let scheduler = DispatchQueue.test
    let drive = StoreHarness<Int, Int> { number in
      guard number > 0 else { return .none }
      return .run { await $0(-number) }
        .throttle(id: ID.scroll, for: .seconds(1), scheduler: scheduler, latest: true)
    }
    drive.send(1)
    drive.send(2)
    drive.send(3)
    #expect(
      drive.core.effects.filter { !$0.isCancelled }.map(\.status) == [
        .asleep(until: .seconds(1), remaining: .seconds(1))
      ])
    scheduler.advance(by: .seconds(1)) { drive.executor.drain() }
    #expect(drive.actions == [1, -1, 2, 3, -3])
  }

  @Test func `An error of a throttled effect is reported at its place`() {
    struct Offline: Error {}
    let drive = StoreHarness<Int, Int> { [clock] _ in
      .run { _ in throw Offline() }
        .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
    }
    let issues = issues { drive.send(1) }
    #expect(issues.count == 1)
    #expect(issues.first?.file == "ComposableTests/ThrottleTests.swift")
  }
}
