import Foundation
import Testing

@testable import Composable

/// Runs `body` on a thread of its own and waits for it. A dispatch queue could wait for other tests.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}

@Suite struct ExternalJobTests {
  @Test func `An external job is held until it is accepted, every time`() {
    for _ in 0..<200 {
      let signal = Signal()
      let harness = StoreHarness<Int, String> {
        guard $0 == "go" else { return .none }
        return .run { send in
          await signal.wait()
          await send("received")
        }
      }
      harness.send("go")
      onAnotherThread { signal.signal() }
      harness.executor.drain()
      #expect(harness.actions == ["go"])
      #expect(harness.core.effects.map(\.status) == [.external])
      #expect(harness.executor.externalJobCount == 1)
      harness.executor.drain(acceptingExternalJobs: true)
      #expect(harness.actions == ["go", "received"])
    }
  }

  @Test func `An external job notifies the owner, which can wait for it`() {
    let signal = Signal()
    let woken = Log<String>()
    let harness = StoreHarness<Int, String> {
      guard $0 == "go" else { return .none }
      return .run { send in
        await signal.wait()
        await send("received")
      }
    }
    harness.executor.onExternalJob = { woken.record("woken") }
    harness.send("go")
    Thread.detachNewThread { signal.signal() }
    #expect(harness.executor.waitForExternalJob(until: .now + .seconds(10)))
    harness.executor.drain(acceptingExternalJobs: true)
    #expect(harness.actions == ["go", "received"])
    #expect(woken.all == ["woken"])
  }

  @Test func `Nothing is sent after a cancellation, even if it was on its way from another thread`()
  {
    for _ in 0..<200 {
      let signal = Signal()
      let harness = StoreHarness<Int, String> {
        guard $0 == "go" else { return $0 == "stop" ? .cancel(id: "effect") : .none }
        return .run { send in
          await signal.wait()
          await send("late")
        }
        .cancellable(id: "effect")
      }
      harness.send("go")
      Thread.detachNewThread { signal.signal() }
      #expect(harness.executor.waitForExternalJob(until: .now + .seconds(10)))
      harness.send("stop")
      harness.executor.drain(acceptingExternalJobs: true)
      #expect(harness.actions == ["go", "stop"])
    }
  }

  @Test func `External jobs can be awaited although there are some`() {
    let executor = StoreExecutor()
    var checks = 0
    #expect(
      !executor.waitForExternalJob(until: .now + .seconds(10), ignoringJobs: true) {
        checks += 1
        return true
      })
    #expect(checks == 1)
  }

  @Test func `Waiting without an external job ends at the deadline`() {
    let executor = StoreExecutor()
    #expect(!executor.waitForExternalJob(until: .now + .milliseconds(5)))
    #expect(!executor.waitForExternalJob(until: .now - .seconds(1)))
  }

  // ProcessExecutorTests checks in a separate process that it ends when accepted. In this process
  // the runtime wakes sleepers through a thread pool that other tests block.
  @Test func `A wall-clock sleep in an effect is external work`() {
    let harness = StoreHarness<Int, String> {
      guard $0 == "go" else { return .none }
      return .run { send in
        try await Task.sleep(for: .milliseconds(5))
        await send("woke")
      }
    }
    harness.send("go")
    #expect(harness.core.effects.map(\.status) == [.external])
    harness.executor.drain()
    #expect(harness.actions == ["go"])
  }

  @Test func `A nested drain does nothing`() {
    let executor = StoreExecutor()
    let inner = Log<Int>()
    Task(executorPreference: executor) {
      Task(executorPreference: executor) {}
      inner.record(executor.drain())
    }
    #expect(executor.drain() == 2)
    #expect(inner.all == [0])
  }

  @Test func `A queue that is never empty runs all its jobs in order`() {
    let executor = StoreExecutor()
    let log = Log<Int>()
    for index in 0..<5000 {
      Task(executorPreference: executor) { log.record(index) }
    }
    executor.drain()
    #expect(log.all == Array(0..<5000))
  }
}
