import Dispatch
import Foundation
import Testing

@testable import Composable

@MainActor
@Suite struct TestSchedulerTests {
  private let scheduler = DispatchQueue.test
  private let log = Log<String>()

  @Test func `Nothing is performed until the time advances, not even closures for now`() {
    scheduler.schedule { [log] in log.record("now") }
    #expect(log.all == [])
    scheduler.advance()
    #expect(log.all == ["now"])
  }

  @Test func `Closures are performed by instant, and then in the order of scheduling`() {
    for (name, delay) in [("c", 3), ("a", 1), ("b", 2), ("a2", 1)] {
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(delay))) { [log] in
        log.record(name)
      }
    }
    scheduler.advance(by: .milliseconds(2999))
    #expect(log.all == ["a", "a2", "b"])
    scheduler.advance(by: .milliseconds(1))
    #expect(log.all == ["a", "a2", "b", "c"])
  }

  @Test func `While a closure is performed, the time is its instant`() {
    let start = scheduler.now
    scheduler.schedule(after: start.advanced(by: .seconds(1))) { [log, scheduler] in
      log.record("\(start.distance(to: scheduler.now).magnitude)")
    }
    scheduler.advance(by: .seconds(5))
    #expect(log.all == ["1000000000"])
    #expect(start.distance(to: scheduler.now) == .seconds(5))
  }

  @Test func `Closures that are scheduled during an advance are performed by it`() {
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { [log, scheduler] in
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { log.record("inner") }
    }
    scheduler.advance(by: .seconds(2))
    #expect(log.all == ["inner"])
  }

  @Test func `A repeated closure continues until it is cancelled, also by itself`() {
    var token: CancellationToken?
    token = scheduler.schedule(
      after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(2)
    ) { [log] in
      log.record("tick")
      if log.all.count == 3 { token?.cancel() }
    }
    scheduler.advance(by: .seconds(4))
    #expect(log.all.count == 2)
    scheduler.advance(by: .seconds(10))
    #expect(log.all.count == 3)
  }

  @Test func `A repeated closure ends when its token is deallocated`() {
    var token: CancellationToken? = scheduler.schedule(
      after: scheduler.now, interval: .seconds(1)
    ) { [log] in log.record("tick") }
    scheduler.advance()
    #expect(token != nil)
    token = nil
    scheduler.advance(by: .seconds(10))
    #expect(log.all.count == 1)
  }

  @Test func `A repeated closure precedes closures scheduled later for the same instant`() {
    let token = scheduler.schedule(
      after: scheduler.now.advanced(by: .seconds(1)), interval: .seconds(1)
    ) { [log] in log.record("tick") }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(2))) { [log] in log.record("once")
    }
    scheduler.advance(by: .seconds(2))
    #expect(log.all == ["tick", "tick", "once"])
    token.cancel()
  }

  @Test func `Run advances until nothing is scheduled`() {
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(100))) { [log, scheduler] in
      log.record("first")
      scheduler.schedule(after: scheduler.now.advanced(by: .seconds(100))) { log.record("second") }
    }
    scheduler.run()
    #expect(log.all == ["first", "second"])
  }

  @Test func `The asynchronous forms run the woken effects of a store`() async {
    let store = Store(initialState: 0) {
      Reduce<Int, String> { [scheduler] state, action in
        guard action == "go" else {
          state += 1
          return .none
        }
        return .run { send in
          for _ in 0..<5 {
            try await scheduler.sleep(for: .seconds(1))
            await send("woken")
          }
        }
      }
    }
    let task = store.send("go")
    await scheduler.advance(by: .seconds(2))
    #expect(store.state == 2)
    await scheduler.advance(to: scheduler.now.advanced(by: .seconds(1)))
    #expect(store.state == 3)
    await scheduler.run()
    #expect(store.state == 5)
    await task.finish()
  }

  @Test func `A cancelled sleeper ends immediately`() async {
    let task = Task { @MainActor [scheduler] in try await scheduler.sleep(for: .seconds(1)) }
    while scheduler.time.nextDeadline == nil { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scheduler.time.nextDeadline == nil)
  }

  @Test func `The sleeps of a timer are its effect's, and the timer ends with the effect`() {
    let harness = StoreHarness<Int, String> { [scheduler] action in
      switch action {
      case "go":
        .run { send in
          for await _ in scheduler.timer(interval: .seconds(1)) { await send("tick") }
        }
        .cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    harness.send("go")
    #expect(
      harness.core.effects.map(\.status) == [.asleep(until: .seconds(1), remaining: .seconds(1))])
    scheduler.advance(by: .milliseconds(2500)) { harness.executor.drain() }
    harness.send("stop")
    #expect(harness.actions == ["go", "tick", "tick", "stop"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A run loop also has a test scheduler`() {
    let scheduler = RunLoop.test
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(0.5))) { [log] in log.record("a")
    }
    scheduler.advance(by: .milliseconds(499))
    #expect(log.all == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(log.all == ["a"])
  }
}
