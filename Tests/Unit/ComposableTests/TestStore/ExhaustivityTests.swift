import Testing

@testable import Composable

@MainActor
@Suite struct ExhaustivityTests {
  @Test func `Without exhaustivity, only assertions must hold`() async {
    let store = factsStore()
    store.exhaustivity = .off
    await store.send(.countUp)
    await store.send(.countUp) { $0.count = 2 }
    let issues = await issues { await store.send(.countUp) { $0.count = 2 } }
    #expect(issues.count == 1)
    #expect(issues[0].message.hasPrefix("A state change does not match expectation: …"))
  }

  @Test func `Without exhaustivity, XCTModify need not change the actual state`() async {
    enum Action { case setTotal }
    let store = TestStore(initialState: Int?.some(0)) {
      Reduce { (state: inout Int?, _: Action) in
        state = 5
        return .none
      }
    }
    let changes = await issues {
      await store.send(.setTotal) { XCTModify(&$0) { $0 = 5 } }
      store.exhaustivity = .off
      await store.send(.setTotal) { XCTModify(&$0) { $0 = 5 } }
    }
    #expect(changes.isEmpty)
    store.exhaustivity = .on
    let unchanged = issues { store.assert { XCTModify(&$0) { $0 = 5 } } }
    #expect(unchanged.map(\.message).contains { $0.contains("unchanged") })
  }

  @Test func `Without exhaustivity, received actions may be skipped`() async {
    let store = factsStore()
    store.exhaustivity = .off
    await store.send(.twice)
    await store.receive(\.late) { $0.fact = "0" }
    await store.send(.twice)
    await store.send(.countUp) {
      $0.count = 1
      $0.fact = "0"
    }
  }

  @Test func `Without exhaustivity, a missing action fails`() async {
    let issues = await issues {
      let store = factsStore()
      store.exhaustivity = .off
      await store.send(.ask)
      await store.receive(\.late)
    }
    #expect(issues.count == 1)
    #expect(issues[0].message.contains("but received none"))
  }

  @Test func `Skipped assertions are shown and do not fail the test`() async {
    let store = factsStore()
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.countUp)
    await store.send(.twice)
    await store.receive(\.late)
    await store.send(.ask)
    await store.finish()
  }

  @Test func `Exhaustivity changes for the duration of a call`() async {
    let store = factsStore()
    await store.withExhaustivity(.off) { await store.send(.countUp) }
    #expect(store.exhaustivity == .on)
    let result = store.withExhaustivity(.off) { store.exhaustivity }
    #expect(result == .off)
    #expect(store.exhaustivity == .on)
  }

  @Test func `All received actions are skipped, and the last state is kept`() async {
    let store = factsStore()
    store.exhaustivity = .off
    await store.send(.twice)
    await store.skipReceivedActions()
    #expect(store.state.fact == "0")
    let issues = await issues {
      await store.skipReceivedActions(strict: false)
      await store.skipReceivedActions()
    }
    #expect(issues.map(\.message) == ["There were no received actions to skip."])
  }

  @Test func `Skipped effects stay in flight and are not expected to finish`() async {
    let store = factsStore { _ in
      try await Task.never()
      return ""
    }
    store.exhaustivity = .off
    await store.send(.ask)
    await store.skipInFlightEffects()
    #expect(!store.core.storeCore.hasNoEffects)
    let issues = await issues {
      await store.skipInFlightEffects(strict: false)
      await store.skipInFlightEffects()
    }
    #expect(issues.map(\.message) == ["There were no in-flight effects to skip."])
  }
}
