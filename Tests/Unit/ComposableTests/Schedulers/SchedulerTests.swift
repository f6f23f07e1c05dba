import ComposablePlatform
import Dispatch
import Foundation
import Testing

@testable import Composable

@MainActor
@Suite struct SchedulerTests {
  @Test func `A type-erased scheduler forwards to its underlying scheduler`() {
    let test = DispatchQueue.test
    let erased: AnySchedulerOf<DispatchQueue> = test.eraseToAnyScheduler()
    let log = Log<String>()
    erased.schedule { log.record("now") }
    erased.schedule(after: erased.now.advanced(by: 1)) { log.record("later") }
    let token = erased.schedule(after: erased.now.advanced(by: .seconds(2)), interval: 0.5) {
      log.record("tick")
    }
    test.advance(by: 1)
    #expect(log.all == ["now", "later"])
    test.advance(by: 1.5)
    #expect(log.all == ["now", "later", "tick", "tick"])
    #expect(erased.now == test.now)
    token.cancel()
  }

  @Test func `An immediate scheduler performs closures immediately`() async throws {
    let log = Log<String>()
    let scheduler: AnySchedulerOf<DispatchQueue> = .immediate
    scheduler.schedule { log.record("a") }
    scheduler.schedule(after: scheduler.now.advanced(by: .seconds(100))) { log.record("b") }
    _ = scheduler.schedule(after: scheduler.now, interval: 1) { log.record("c") }
    try await scheduler.sleep(for: .seconds(1000))
    #expect(log.all == ["a", "b", "c"])
  }

  @Test func `An unimplemented scheduler reports its use and performs the closure`() {
    let log = Log<String>()
    let issues = issues {
      AnySchedulerOf<DispatchQueue>.unimplemented("the queue").schedule { log.record("a") }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("the queue") == true)
    #expect(log.all == ["a"])
  }

  @Test func `A queue performs scheduled closures, and a task can sleep on it`() async throws {
    let queue = DispatchQueue(label: "test").eraseToAnyScheduler()
    let done = Signal()
    queue.schedule { done.signal() }
    await done.wait()
    let later = Signal()
    queue.schedule(after: queue.now.advanced(by: .nanoseconds(1))) { later.signal() }
    await later.wait()
    let start = queue.now
    try await queue.sleep(for: .milliseconds(1))
    #expect(start.distance(to: queue.now) >= .milliseconds(1))
  }

  @Test func `A repeated closure on a queue continues until it is cancelled`() async {
    let queue = DispatchQueue(label: "test")
    let log = Log<Int>()
    let thrice = Signal()
    let token = queue.schedule(after: queue.now, interval: .nanoseconds(1)) {
      log.record(1)
      if log.all.count == 3 { thrice.signal() }
    }
    await thrice.wait()
    token.cancel()
    #expect(log.all.count >= 3)
  }

  @Test func `A task can sleep on a user-defined scheduler and be cancelled there`() async throws {
    let test = DispatchQueue.test
    let scheduler = ForwardingScheduler(base: test)
    let task = Task { @MainActor in try await scheduler.sleep(for: .seconds(1)) }
    while test.time.nextDeadline == nil { await Task.yield() }
    await test.advance(by: .seconds(1))
    try await task.value
    let cancelled = Task { @MainActor in try await scheduler.sleep(for: .seconds(1)) }
    while test.time.nextDeadline == nil { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func `Strides of a queue count nanoseconds`() {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride
    #expect(Stride.seconds(0.3) == .milliseconds(300))
    #expect(Stride.seconds(1) == .microseconds(1_000_000))
    #expect(0.25 as Stride == .nanoseconds(250_000_000))
    #expect(.seconds(1) + .seconds(2) - .milliseconds(500) == Stride.seconds(2.5))
    #expect(Stride(.milliseconds(2)).timeInterval == .nanoseconds(2_000_000))
    #expect(Stride.seconds(-1) < .seconds(0))
    let now = DispatchQueue.test.now
    let later = now.advanced(by: .seconds(2))
    #expect(now.distance(to: later) == .seconds(2))
    #expect(later.distance(to: now) == .seconds(-2))
    #expect(later.advanced(by: .seconds(-2)) == now)
  }

  @Test func `Tokens cancel once, at the latest when they are released`() {
    let ticks = Log<String>()
    let scheduler = DispatchQueue.test
    func start(_ name: String) -> CancellationToken {
      scheduler.schedule(after: scheduler.now, interval: .seconds(1)) { ticks.record(name) }
    }
    var tokens = [start("a"), start("b")]
    scheduler.advance()
    tokens[0].cancel()
    tokens[0].cancel()
    scheduler.advance(by: .seconds(1))
    #expect(ticks.all == ["a", "b", "b"])
    tokens = []
    scheduler.advance(by: .seconds(1))
    #expect(ticks.all == ["a", "b", "b"])
  }
}

/// A scheduler of a type that this package does not know.
private struct ForwardingScheduler: Scheduler {
  let base: TestSchedulerOf<DispatchQueue>

  var now: DispatchQueue.SchedulerTimeType { base.now }
  var minimumTolerance: DispatchQueue.SchedulerTimeType.Stride { base.minimumTolerance }

  func schedule(options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void) {
    base.schedule(options: options, action)
  }

  func schedule(
    after date: DispatchQueue.SchedulerTimeType,
    tolerance: DispatchQueue.SchedulerTimeType.Stride,
    options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    base.schedule(after: date, tolerance: tolerance, options: options, action)
  }

  func schedule(
    after date: DispatchQueue.SchedulerTimeType,
    interval: DispatchQueue.SchedulerTimeType.Stride,
    tolerance: DispatchQueue.SchedulerTimeType.Stride,
    options: DispatchQueue.SchedulerOptions?, _ action: @escaping () -> Void
  ) -> CancellationToken {
    base.schedule(
      after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
