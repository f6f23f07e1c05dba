import Testing

@testable import Composable

@MainActor
@Suite struct TestStoreEndTests {
  @Test func `An unasserted action fails the test at its end`() async {
    let issues = await issues {
      let store = factsStore()
      await store.send(.ask, line: 7)
    }
    #expect(issues.count == 1)
    #expect(
      issues[0].message.hasPrefix(
        """
        The store received 1 unexpected action by the end of this test: …

          Unhandled actions:
            Facts.Action.fact("0")

        """))
    #expect(issues.map(\.line) == [7])
  }

  @Test func `An effect in flight at the end fails at its send`() async {
    let clock = TestClock()
    let issues = await issues {
      let store = factsStore {
        try await clock.sleep(for: .seconds(1))
        return "\($0)"
      }
      await store.send(.ask, line: 7)
      await store.send(.countUp, assert: { $0.count = 1 }, line: 8)
    }
    #expect(issues.count == 1)
    #expect(
      issues[0].message.hasPrefix(
        """
        An effect returned for this action is still running. It must complete before the end of \
        the test. …

            Facts.Action.ask

            Started by the ".run" (ask) at \(Facts.askCallSite), which waits:
            - asleep until 1.0 seconds of a test clock
        """))
    #expect(issues.map(\.line) == [7])
    #expect(clock.nextDeadline == nil, "The effect was cancelled, so no sleep is left.")
  }

  @Test func `An effect reported by finish is not reported again at the end`() async {
    let issues = await issues {
      let store = factsStore { _ in
        try await Task.never()
        return ""
      }
      await store.send(.ask)
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(
      issues[0].message.hasPrefix(
        "Expected effects to finish, but there are still effects in-flight: …"))
  }

  @Test func `Finish fails if an action was not asserted`() async {
    let issues = await issues {
      let store = factsStore()
      await store.send(.ask)
      await store.finish()
    }
    #expect(issues.count == 1)
    #expect(issues[0].message.hasPrefix("The store received 1 unexpected action"))
  }

  @Test func `Without exhaustivity, the end reports nothing`() async {
    let issues = await issues {
      let store = factsStore { _ in
        try await Task.never()
        return ""
      }
      store.exhaustivity = .off
      await store.send(.ask)
    }
    #expect(issues.isEmpty)
  }

  @Test func `A cancelled effect counts as finished`() async {
    let store = factsStore { _ in
      try await Task.never()
      return ""
    }
    await store.send(.ask)
    await store.send(.cancel)
    await store.finish()
  }

  @Test func `A store released by another thread reports its issues`() async {
    let issues = await issues {
      let box = Log<TestStoreOf<Facts>>()
      await factsBox(box)
      await withTaskGroup { $0.addTask { box.clear() } }
    }
    #expect(issues.count == 1)
  }

  private func factsBox(_ box: Log<TestStoreOf<Facts>>) async {
    let store = factsStore()
    await store.send(.ask)
    box.record(store)
  }
}
