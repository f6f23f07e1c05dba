import Dispatch
import Foundation
import Testing

@testable import Composable

@MainActor
@Suite struct ClockSchedulerTests {
  private let clock = TestClock()

  @Test func `A scheduler on a clock and the clock share one time and one order`() {
    let queue = AnySchedulerOf<DispatchQueue>.synchronized(with: clock)
    let loop = AnySchedulerOf<RunLoop>.synchronized(with: clock)
    let harness = StoreHarness<Int, String> { [clock] action in
      guard action == "go" else { return .none }
      return .merge(
        .run { send in
          try await queue.sleep(for: .seconds(0.3))
          await send("queue")
        },
        .run { send in
          try await clock.sleep(for: .milliseconds(200))
          await send("clock")
        },
        .run { send in
          try await loop.sleep(for: .seconds(0.4))
          await send("loop")
        })
    }
    harness.send("go")
    #expect(
      harness.core.effects.map(\.status) == [
        .asleep(until: .milliseconds(300), remaining: .milliseconds(300)),
        .asleep(until: .milliseconds(200), remaining: .milliseconds(200)),
        .asleep(until: .milliseconds(400), remaining: .milliseconds(400)),
      ])
    clock.advance(by: .milliseconds(399)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "clock", "queue"])
    clock.advance(by: .milliseconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "clock", "queue", "loop"])
  }

  @Test func `Closures for now are performed immediately, others when the clock reaches them`() {
    let queue = AnySchedulerOf<DispatchQueue>.synchronized(with: clock)
    let log = Log<String>()
    queue.schedule { log.record("now") }
    queue.schedule(after: queue.now.advanced(by: .seconds(1))) { log.record("later") }
    let token = queue.schedule(after: queue.now.advanced(by: .seconds(2)), interval: .seconds(1)) {
      log.record("tick")
    }
    #expect(log.all == ["now"])
    clock.advance(by: .seconds(1)) {}
    #expect(log.all == ["now", "later"])
    clock.advance(by: .seconds(2)) {}
    token.cancel()
    clock.advance(by: .seconds(2)) {}
    #expect(log.all == ["now", "later", "tick", "tick"])
    #expect(clock.nextDeadline == nil)
  }
}
