import Dispatch
import Testing

@testable import Composable

/// Runs `body` on a thread that is not this one, and waits for it.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    body()
    done.signal()
  }
  done.wait()
}

@Suite struct ExternalJobTests {
  @Test func `What comes from outside is held until it is admitted, every time`() {
    for _ in 0..<200 {
      let signal = Signal()
      let drive = StoreHarness<Int, String> {
        guard $0 == "go" else { return .none }
        return .run { send in
          await signal.wait()
          await send("came")
        }
      }
      drive.send("go")
      onAnotherThread { signal.signal() }
      drive.executor.drain()
      #expect(drive.actions == ["go"])
      #expect(drive.core.effects.map(\.status) == [.external])
      #expect(drive.executor.externalJobCount == 1)
      drive.executor.drain(admittingArrivals: true)
      #expect(drive.actions == ["go", "came"])
    }
  }

  @Test func `An arrival wakes the owner, who may wait for it`() {
    let signal = Signal()
    let woken = Log<String>()
    let drive = StoreHarness<Int, String> {
      guard $0 == "go" else { return .none }
      return .run { send in
        await signal.wait()
        await send("came")
      }
    }
    drive.executor.onExternalJob = { woken.record("woken") }
    drive.send("go")
    DispatchQueue.global().async { signal.signal() }
    #expect(drive.executor.waitForExternalJob(until: .now + .seconds(10)))
    drive.executor.drain(admittingArrivals: true)
    #expect(drive.actions == ["go", "came"])
    #expect(woken.all == ["woken"])
  }

  @Test func `Waiting for what does not come ends at its limit`() {
    let executor = StoreExecutor()
    #expect(!executor.waitForExternalJob(until: .now + .milliseconds(5)))
    #expect(!executor.waitForExternalJob(until: .now - .seconds(1)))
  }

  // That it comes in when it is admitted is tested in a process of its own, by AdoptionTests: in this
  // one the runtime wakes a sleeper by way of a pool of threads that other tests block.
  @Test func `A wall-clock sleep in an effect is outside`() {
    let drive = StoreHarness<Int, String> {
      guard $0 == "go" else { return .none }
      return .run { send in
        try await Task.sleep(for: .milliseconds(5))
        await send("woke")
      }
    }
    drive.send("go")
    #expect(drive.core.effects.map(\.status) == [.external])
    drive.executor.drain()
    #expect(drive.actions == ["go"])
  }

  @Test func `A drain inside of a drain does nothing`() {
    let executor = StoreExecutor()
    let inner = Log<Int>()
    Task(executorPreference: executor) {
      Task(executorPreference: executor) {}
      inner.record(executor.drain())
    }
    #expect(executor.drain() == 2)
    #expect(inner.all == [0])
  }

  @Test func `A queue that is never empty gives all its jobs in order`() {
    let executor = StoreExecutor()
    let log = Log<Int>()
    for index in 0..<5000 {
      Task(executorPreference: executor) { log.record(index) }
    }
    executor.drain()
    #expect(log.all == Array(0..<5000))
  }
}
