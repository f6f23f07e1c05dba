import Dispatch
import Testing

@testable import Composable

/// Tests of what a test store waits for without a timeout.
@MainActor
@Suite struct SettleTests {
  private static let runLine = #line + 8

  private func store(
    _ work: @escaping @Sendable (Send<String>) async throws -> Void
  ) -> TestStore<[String], String> {
    TestStore(initialState: [String]()) {
      Reduce { state, action in
        state.append(action)
        return action == "go" ? .run { try await work($0) } : .none
      }
    }
  }

  @Test func `Hops to the main actor and back finish before send returns`() async {
    let store = store { send in
      for number in 0..<3 {
        let text = await MainActor.run { "\(number)" }
        await send(text)
      }
      await withTaskGroup { group in
        for _ in 0..<5 { group.addTask { await MainActor.run {} } }
      }
      await send("end")
    }
    await store.send("go") { $0 = ["go"] }
    for action in ["0", "1", "2", "end"] { await store.receive(action) { $0.append(action) } }
    await store.finish()
  }

  @Test func `An effect that is isolated to the main actor is finished when send returns`() async {
    let store = store { @MainActor send in
      await send("main")
      await Task.yield()
      await send("again")
    }
    await store.send("go") { $0 = ["go"] }
    await store.receive("main") { $0.append("main") }
    await store.receive("again") { $0.append("again") }
  }

  @Test func `A clock wakes effects one at a time, and each runs before the next`() async {
    let clock = TestClock()
    let log = Log<String>()
    let store = store { send in
      await withTaskGroup { group in
        for second in 1...3 {
          group.addTask {
            try? await clock.sleep(for: .seconds(second))
            await MainActor.run { log.record("\(second)") }
            await send("\(second)")
            try? await clock.sleep(for: .seconds(1))
            log.record("\(second) again")
          }
        }
      }
    }
    await store.send("go") { $0 = ["go"] }
    await clock.advance(by: .seconds(2))
    #expect(log.all == ["1", "2", "1 again"])
    await store.receive("1") { $0.append("1") }
    await store.receive("2") { $0.append("2") }
    await clock.run()
    #expect(log.all == ["1", "2", "1 again", "3", "2 again", "3 again"])
    await store.receive("3") { $0.append("3") }
    await store.finish()
  }

  @Test func `Work that has completed elsewhere is received without a timeout`() async {
    let completed = DispatchSemaphore(value: 0)
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let store = store { send in
      for await text in stream { await send(text) }
    }
    await store.send("go") { $0 = ["go"] }
    let thread = DispatchQueue(label: "elsewhere")
    thread.async {
      continuation.yield("done")
      continuation.finish()
      completed.signal()
    }
    thread.sync { _ = completed.wait(timeout: .distantFuture) }
    await store.receive("done", timeout: .zero) { $0.append("done") }
    await store.finish()
  }

  @Test func `An effect that the test resumes is received without waiting`() async {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let store = store { send in
      for await text in stream { await send(text) }
    }
    await store.send("go") { $0 = ["go"] }
    continuation.yield("a")
    await store.receive("a") { $0.append("a") }
    continuation.yield("b")
    continuation.finish()
    await store.receive("b") { $0.append("b") }
    await store.finish()
  }

  @Test func `External work fails a receive immediately, and names the run`() async {
    let gate = Signal()
    let issues = await issues {
      let store = store { send in
        await Task.detached { await gate.wait() }.value
        await send("back")
      }
      await store.send("go") { $0 = ["go"] }
      await store.receive("back") { $0.append("back") }
      gate.signal()
      await store.receive("back", timeout: .seconds(300)) { $0.append("back") }
      await store.finish(timeout: .seconds(300))
    }
    #expect(issues.count == 1)
    #expect(
      issues[0].message.hasPrefix(
        """
        Expected to receive an action, but received none.

        These effects are in flight:

          "go"

          Started by the ".run" at ComposableTests/SettleTests.swift:\(Self.runLine), which waits:
          - external work
        """))
  }

  @Test func `A wait for external work that never completes times out`() async {
    let endless = Task.detached { try? await Task.never() }
    let store = store { _ in await endless.value }
    await store.send("go") { $0 = ["go"] }
    let issues = await issues { await store.finish(timeout: .milliseconds(1)) }
    #expect(issues.count == 1)
    #expect(issues[0].message.contains("in-flight after 0.001 seconds: …"))
    await store.withExhaustivity(.off) { await store.skipInFlightEffects() }
    endless.cancel()
    await endless.value
  }

  @Test func `An effect that never becomes idle is an issue and blocks nothing`() async {
    let isOver = Log<Bool>()
    let issues = await issues {
      let store = store { _ in
        while isOver.all.isEmpty { await Task.yield() }
      }
      await store.send("go") { $0 = ["go"] }
      isOver.record(true)
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues[0].message.hasPrefix("The effects never become idle"))
  }

  @Test func `Two hundred repetitions of hops and yields have the same order`() async {
    var orders: Set<[String]> = []
    for _ in 0..<200 {
      let store = store { send in
        await withTaskGroup { group in
          for name in ["a", "b", "c"] {
            group.addTask {
              await MainActor.run {}
              await send(name + "1")
              await Task.yield()
              await MainActor.run {}
              await send(name + "2")
            }
          }
        }
      }
      store.exhaustivity = .off
      await store.send("go")
      await store.skipReceivedActions()
      orders.insert(store.state)
    }
    #expect(orders.count == 1)
  }
}
