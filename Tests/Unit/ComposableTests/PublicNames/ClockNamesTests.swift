import Composable
import ComposablePlatform
import Foundation
import Testing

@MainActor
@Suite struct ClockNamesTests {
  @Test func `Clocks are erased, immediate and timed`() async throws {
    let clock = TestClock()
    let erased: AnyClock<Duration> = AnyClock(clock)
    let task = Task { try await erased.sleep(for: .seconds(1)) }
    await clock.run(timeout: .seconds(5))
    try await task.value
    let immediate: any Clock<Duration> = .immediate
    try await immediate.sleep(for: .seconds(1))
    let timer: AsyncTimerSequence<AnyClock<Duration>> = ImmediateClock().timer(
      interval: .seconds(1))
    for await _ in timer { break }
    let unimplemented: UnimplementedClock = .unimplemented(name: "clock")
    let clocks: [any Clock<Duration>] = [unimplemented, .unimplemented()]
    _ = clocks
  }

  @Test func `Schedulers are erased, immediate and measured`() {
    let test: TestSchedulerOf<DispatchQueue> = DispatchQueue.test
    let plain:
      TestScheduler<
        DispatchQueue.SchedulerTimeType, DispatchQueue.SchedulerOptions
      > = test
    let erased: AnySchedulerOf<DispatchQueue> = plain.eraseToAnyScheduler()
    let same:
      AnyScheduler<
        DispatchQueue.SchedulerTimeType, DispatchQueue.SchedulerOptions
      > = erased
    var count = 0
    same.schedule { count += 1 }
    #expect(count == 0)
    test.run()
    #expect(count == 1)
    let immediate: ImmediateSchedulerOf<DispatchQueue> = DispatchQueue.immediate
    // Combine has a scheduler of the same name.
    let other:
      Composable.ImmediateScheduler<
        DispatchQueue.SchedulerTimeType, DispatchQueue.SchedulerOptions
      > = immediate
    other.schedule { count += 1 }
    AnySchedulerOf<DispatchQueue>.immediate.schedule { count += 1 }
    #expect(count == 3)
    let unimplemented: UnimplementedSchedulerOf<DispatchQueue> =
      UnimplementedScheduler(now: test.now)
    let alias:
      UnimplementedScheduler<
        DispatchQueue.SchedulerTimeType, DispatchQueue.SchedulerOptions
      > = unimplemented
    _ = alias
    #expect(test.measure { count += 1 } == .zero)
    func stride<S: Scheduler>(_ scheduler: S) -> S.SchedulerTimeType.Stride
    where S.SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
      .seconds(1)
    }
    #expect(stride(test) == .seconds(1))
    let token: CancellationToken = test.schedule(after: test.now, interval: .seconds(1)) {}
    token.cancel()
  }

  @Test func `A scheduler has the time of a test clock`() async {
    let clock = TestClock()
    var calls: [String] = []
    let queue = AnySchedulerOf<DispatchQueue>.synchronized(with: clock)
    queue.schedule(after: queue.now.advanced(by: .seconds(1))) { calls.append("queue") }
    let runLoop = AnySchedulerOf<RunLoop>.synchronized(with: clock)
    runLoop.schedule(after: runLoop.now.advanced(by: .seconds(2))) { calls.append("run loop") }
    await clock.advance(by: .seconds(1))
    #expect(calls == ["queue"])
    await clock.advance(by: .seconds(1))
    #expect(calls == ["queue", "run loop"])
  }
}
