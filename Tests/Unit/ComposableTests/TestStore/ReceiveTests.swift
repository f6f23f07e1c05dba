import Testing

@testable import Composable

@MainActor
@Suite struct TestStoreReceiveTests {
  @Test func `The state follows the actions that the test sends and receives`() async {
    let store = factsStore { "fact \($0)" }
    await store.send(.twice)
    #expect(store.state.fact == nil)
    #expect(store.core.storeCore.state.fact == "fact 0")
    await store.receive(.fact("fact 0")) { $0.fact = "fact 0" }
    #expect(store.state.fact == "fact 0")
    await store.receive(.late("fact 0"))
  }

  @Test func `A case is received with any payload, or with a given one`() async {
    let store = factsStore()
    await store.send(.twice)
    await store.receive(\.fact) { $0.fact = "0" }
    await store.receive(\.late, "0")
    await store.send(.twice)
    await store.receive(AnyCasePath(\Facts.Action.Cases.fact))
    await store.receive { $0 == .late("0") }
  }

  @Test func `An action that an effect sends immediately is received`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, isFirst in
        state += 1
        return isFirst ? .send(false) : .none
      }
    }
    await store.send(true) { $0 = 1 }
    await store.receive(false) { $0 = 2 }
  }

  @Test func `An unexpected action fails with the difference, and the state advances`() async {
    let line: UInt = 7
    let issues = await issues {
      let store = factsStore()
      await store.send(.ask)
      await store.receive(.fact("1"), assert: { $0.fact = "1" }, line: line)
      await store.send(.nothing)
      #expect(store.state.fact == "0")
    }
    #expect(
      issues.map(\.message) == [
        """
        Received unexpected action: …

            − Facts.Action.fact("1")
            + Facts.Action.fact("0")

            (Expected: −, Received: +)
        """
      ])
    #expect(issues.map(\.line) == [line])
  }

  @Test func `An action out of order reports that the expected one follows`() async {
    let issues = await issues {
      let store = factsStore()
      await store.send(.twice)
      await store.receive(\.late)
      await store.receive(\.late)
    }
    #expect(issues.count == 1)
    #expect(
      issues[0].message == """
        Received unexpected action before this one: …

            Facts.Action.fact("0")
        """)
  }

  @Test func `An unexpected payload fails with the difference of the payloads`()
    async
  {
    let issues = await issues {
      let store = factsStore()
      await store.send(.ask)
      await store.receive(\.fact, "1")
    }
    #expect(
      issues.map(\.message) == [
        """
        Received unexpected action: …

            − "1"
            + "0"

            (Expected: −, Received: +)
        """
      ])
  }

  @Test func `Without an in-flight effect, a receive fails immediately`() async {
    let issues = await issues {
      await factsStore().receive(\.fact)
    }
    #expect(issues.count == 1)
    #expect(
      issues[0].message.hasPrefix(
        """
        Expected to receive a matching action, but received none.

        There are no in-flight effects that could deliver this action.
        """))
  }

  @Test func `While an effect sleeps, a receive fails immediately and names its deadline`() async {
    let clock = TestClock()
    await clock.advance(by: .seconds(1))
    let issues = await issues {
      let store = factsStore {
        try await clock.sleep(for: .seconds(2))
        return "\($0)"
      }
      await store.send(.ask)
      await store.receive(.fact("0"))
      await store.send(.cancel)
    }
    #expect(
      issues.map(\.message) == [
        """
        Expected to receive an action, but received none.

        These effects are in flight:

          Facts.Action.ask

          Started by the ".run" (ask) at \(Facts.askCallSite), which waits:
          - asleep until 3.0 seconds of a test clock or scheduler: advance it by 2.0 seconds
        """
      ])
  }

  @Test func `A received change without an assertion fails`() async {
    let issues = await issues {
      let store = factsStore()
      await store.send(.ask)
      await store.receive(\.fact)
    }
    #expect(issues.count == 1)
    #expect(
      issues[0].message.hasPrefix("State was not expected to change, but a change occurred"))
  }

  @Test func `An assertion checks the current state`() async {
    let store = factsStore()
    await store.send(.countUp) { $0.count = 1 }
    store.assert { $0.count = 1 }
    let issues = issues { store.assert { $0.count = 2 } }
    #expect(issues.count == 1)
  }
}
