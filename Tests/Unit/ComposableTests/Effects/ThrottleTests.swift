import Dispatch
import Testing

@testable import Composable

private enum ID { case scroll, other }

@MainActor
@Suite struct ThrottleTests {
  private let clock = TestClock()

  /// Returns a harness that sends back each positive number as a negative one, at most one in a
  /// second.
  private func counting(latest: Bool) -> StoreHarness<Int, Int> {
    StoreHarness<Int, Int> { [clock] number in
      guard number > 0 else { return .none }
      return .run { await $0(-number) }
        .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: latest)
    }
  }

  private func advance(_ milliseconds: Int, _ harness: StoreHarness<Int, Int>) {
    clock.advance(by: .milliseconds(milliseconds)) { harness.executor.drain() }
  }

  @Test func `The first action is sent immediately, then the latest of each interval at its end`() {
    let harness = counting(latest: true)
    for number in 1...4 {
      harness.send(number)
      advance(250, harness)
    }
    #expect(harness.actions == [1, -1, 2, 3, 4, -4])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `No optional action is sent at the end of an interval that holds none`() {
    let harness = StoreHarness<Int, Int?> { [clock] number in
      guard let number, number > 0 else { return .none }
      return .run { await $0(-number) }
        .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
    }
    harness.send(1)
    clock.advance(by: .seconds(3)) { harness.executor.drain() }
    #expect(harness.actions == [1, -1])
  }

  @Test func `Without latest, the first of each interval is sent at its end`() {
    let harness = counting(latest: false)
    for number in 1...4 {
      harness.send(number)
      advance(250, harness)
    }
    #expect(harness.actions == [1, -1, 2, 3, 4, -2])
  }

  @Test func `Without latest, a sent action is not sent again in a later interval`() {
    let harness = counting(latest: false)
    for number in 1...7 {
      harness.send(number)
      advance(400, harness)
    }
    // Sent at 0 s, and at 1 s and 2 s the first action since: those of 0.4 s and 1.2 s.
    #expect(harness.actions == [1, -1, 2, 3, -2, 4, 5, -4, 6, 7])
    advance(200, harness)
    #expect(harness.actions.last == -6)
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `At an interval's end the held action is sent, and new actions are held`() {
    for latest in [true, false] {
      let harness = counting(latest: latest)
      harness.send(1)
      harness.send(2)
      advance(1000, harness)
      harness.send(3)
      #expect(harness.actions == [1, -1, 2, -2, 3])
      advance(1000, harness)
      #expect(harness.actions == [1, -1, 2, -2, 3, -3])
    }
  }

  @Test func `An action that is sent at an interval's end begins the next interval`() {
    let harness = counting(latest: true)
    harness.send(1)
    harness.send(2)
    advance(1000, harness)
    #expect(harness.actions == [1, -1, 2, -2])
    harness.send(3)
    advance(999, harness)
    #expect(harness.actions == [1, -1, 2, -2, 3])
    advance(1, harness)
    #expect(harness.actions == [1, -1, 2, -2, 3, -3])
  }

  @Test func `After an interval without actions the next action is sent immediately`() {
    let harness = counting(latest: true)
    harness.send(1)
    advance(1000, harness)
    harness.send(2)
    #expect(harness.actions == [1, -1, 2, -2])
  }

  @Test func `The effect of a held action shows as asleep until the interval's end`() {
    let harness = counting(latest: true)
    harness.send(1)
    advance(400, harness)
    harness.send(2)
    #expect(
      harness.core.effects.map(\.status) == [
        .asleep(until: .seconds(1), remaining: .milliseconds(600))
      ])
  }

  @Test func `Cancelling the identifier drops the held action`() {
    let harness = StoreHarness<Int, Int> { [clock] number in
      switch number {
      case 0: .cancel(id: ID.scroll)
      case 1...:
        .run { await $0(-number) }
          .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
      default: .none
      }
    }
    harness.send(1)
    harness.send(2)
    harness.send(0)
    advance(2000, harness)
    #expect(harness.actions == [1, -1, 2, 0])
  }

  @Test func `Of several actions of one effect, one is sent immediately and one at the end`() {
    for (latest, held) in [(true, -3), (false, -2)] {
      let harness = StoreHarness<Int, Int> { [clock] number in
        guard number > 0 else { return .none }
        return .run { for action in 1...3 { await $0(-action) } }
          .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: latest)
      }
      harness.send(1)
      #expect(harness.actions == [1, -1])
      advance(1000, harness)
      #expect(harness.actions == [1, -1, held])
    }
  }

  @Test func `A long effect sends one action in each interval`() {
    let harness = StoreHarness<Int, Int> { [clock] number in
      guard number > 0 else { return .none }
      return .run { send in
        for action in 1...8 {
          await send(-action)
          try await clock.sleep(for: .milliseconds(400))
        }
      }
      .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
    }
    harness.send(1)
    advance(5000, harness)
    // Sent at 0 s, and at 1 s, 2 s and 3 s the latest action: those of 0.8 s, 2.0 s and 2.8 s.
    #expect(harness.actions.first == 1)
    #expect(harness.actions.dropFirst().first == -1)
    #expect(harness.actions.dropFirst(2).first == -3)
    #expect(harness.core.effects.isEmpty)
    #expect(harness.actions.last == -8)
  }

  @Test func `A send effect can be throttled`() {
    let harness = StoreHarness<Int, Int> { [clock] number in
      guard number > 0 else { return .none }
      return .send(-number).throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
    }
    harness.send(1)
    harness.send(2)
    harness.send(3)
    #expect(harness.actions == [1, -1, 2, 3])
    advance(1000, harness)
    #expect(harness.actions == [1, -1, 2, 3, -3])
  }

  @Test func `Stores and identifiers do not share an interval`() {
    let one = counting(latest: true)
    let two = counting(latest: true)
    one.send(1)
    two.send(2)
    #expect(one.actions == [1, -1])
    #expect(two.actions == [2, -2])
    let harness = StoreHarness<Int, Int> { [clock] number in
      guard number > 0 else { return .none }
      return .run { await $0(-number) }
        .throttle(
          id: number == 1 ? ID.scroll : .other, for: .seconds(1), clock: clock, latest: true)
    }
    harness.send(1)
    harness.send(2)
    #expect(harness.actions == [1, -1, 2, -2])
  }

  @Test func `A test scheduler throttles as a clock does`() {
    let scheduler = DispatchQueue.test
    let harness = StoreHarness<Int, Int> { number in
      guard number > 0 else { return .none }
      return .run { await $0(-number) }
        .throttle(id: ID.scroll, for: .seconds(1), scheduler: scheduler, latest: true)
    }
    harness.send(1)
    harness.send(2)
    harness.send(3)
    #expect(
      harness.core.effects.filter { !$0.isCancelled }.map(\.status) == [
        .asleep(until: .seconds(1), remaining: .seconds(1))
      ])
    scheduler.advance(by: .seconds(1)) { harness.executor.drain() }
    #expect(harness.actions == [1, -1, 2, 3, -3])
  }

  @Test func `An error of a throttled effect is reported at its call site`() {
    struct Offline: Error {}
    let harness = StoreHarness<Int, Int> { [clock] _ in
      .run { _ in throw Offline() }
        .throttle(id: ID.scroll, for: .seconds(1), clock: clock, latest: true)
    }
    let issues = issues { harness.send(1) }
    #expect(issues.count == 1)
    #expect(issues.first?.file == "ComposableTests/ThrottleTests.swift")
  }
}
