import Composable
import Dispatch
import Testing

/// An effect that sleeps for no time.
private struct Sleepy: Reducer {
  let sleep: @Sendable () async throws -> Void

  func reduce(into state: inout Int, action: String) -> Effect<String> {
    if action == "woke" { state += 1 }
    guard action == "sleep" else { return .none }
    return .run { send in
      try await sleep()
      await send("woke")
    }
  }
}

@MainActor
@Suite struct ZeroSleepTests {
  @Test func `A sleep of zero on a test clock waits for an advance`() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) { Sleepy { try await clock.sleep(for: .zero) } }
    await store.send("sleep")
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await clock.advance()
    await store.receive("woke") { $0 = 1 }
  }

  @Test func `A sleep of zero on a test scheduler waits for an advance`() async {
    let scheduler = DispatchQueue.test
    let store = TestStore(initialState: 0) { Sleepy { try await scheduler.sleep(for: .zero) } }
    await store.send("sleep")
    let issues = await issues { await store.finish() }
    #expect(issues.count == 1)
    await scheduler.advance()
    await store.receive("woke") { $0 = 1 }
  }

  @Test func `A sleep until an earlier instant returns`() async throws {
    let clock = TestClock()
    let start = clock.now
    await clock.advance(by: .seconds(1))
    try await clock.sleep(until: start)
  }
}
