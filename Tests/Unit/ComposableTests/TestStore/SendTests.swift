import Testing

@testable import Composable

@MainActor
@Suite struct TestStoreSendTests {
  @Test func `An asserted state change passes`() async {
    let store = factsStore()
    await store.send(.countUp) { $0.count = 1 }
    #expect(store.state.count == 1)
    await store.send(.nothing)
  }

  @Test func `A wrong assertion fails with the difference, at the line of the call`()
    async
  {
    let issues = await issues {
      await factsStore().send(.countUp) { $0.count = 2 }
    }
    #expect(issues.map(\.line) == [#line - 2])
    #expect(issues.map(\.file) == ["ComposableTests/SendTests.swift"])
    #expect(
      issues.map(\.message) == [
        """
        A state change does not match expectation: …

            \u{2007} Facts.State(
            −   count: 2,
            +   count: 1,
            \u{2007}   fact: nil
            \u{2007} )

            (Expected: −, Actual: +)
        """
      ])
  }

  @Test func `A change without an assertion fails`() async {
    let issues = await issues { await factsStore().send(.countUp) }
    #expect(issues.count == 1)
    #expect(
      issues[0].message.hasPrefix("State was not expected to change, but a change occurred: …"))
  }

  @Test func `An assertion without a change fails`() async {
    let issues = await issues { await factsStore().send(.nothing) { $0.count = 0 } }
    #expect(issues.count == 1)
    #expect(
      issues[0].message.hasPrefix("Expected state to change, but no change occurred."))
  }

  @Test func `An error thrown by the assertion fails the test and does not end it`() async {
    struct Refusal: Error {}
    let issues = await issues {
      let store = factsStore()
      await store.send(.countUp) { _ in throw Refusal() }
      await store.send(.countUp) { $0.count = 2 }
    }
    #expect(issues.map(\.message) == ["Threw error: Refusal()"])
  }

  @Test func `An action without a payload is sent by its case`() async {
    let store = factsStore()
    await store.send(\.countUp) { $0.count = 1 }
  }

  @Test func `An action is sent by its case and a payload`() async {
    let store = factsStore()
    await store.send(\.fact, "a") { $0.fact = "a" }
  }

  @Test func `An action may not be sent before received actions are asserted`() async {
    let issues = await issues {
      let store = factsStore()
      await store.send(.ask)
      await store.send(.nothing)
      store.exhaustivity = .off
    }
    #expect(
      issues.first?.message == """
        Must handle 1 received action before sending an action.

        Unhandled actions:
          Facts.Action.fact("0")
        """)
  }

  @Test func `Dependencies have test values unless overridden, even later`() async {
    struct Feature: Reducer {
      @Dependency(Name.self) var name
      @Dependency(\.context) var context
      func reduce(into state: inout String, action: Int) -> Effect<Int> {
        state = "\(context) \(name)"
        return .none
      }
    }
    let store = TestStore(initialState: "") {
      Feature()
    } withDependencies: {
      $0[Name.self] = "one"
    }
    await store.send(0) { $0 = "test one" }
    store.dependencies[Name.self] = "two"
    await store.send(0) { $0 = "test two" }

    let issues = await issues {
      await TestStore(initialState: "") { Feature() }.send(0) { $0 = "test live" }
    }
    #expect(issues.count == 1)
    #expect(issues[0].message.contains("has no test implementation"))
  }

  @Test
  func `A feature can dismiss itself, and the test's override is called`()
    async
  {
    struct Feature: Reducer {
      @Dependency(\.dismiss) var dismiss
      func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        .run { _ in await dismiss() }
      }
    }
    let calls = Log<String>()
    let store = TestStore(initialState: 0) {
      Feature()
    } withDependencies: {
      $0.dismiss = DismissEffect { calls.record("dismissed") }
    }
    #expect(!store.isDismissed)
    await store.send(0)
    #expect(store.isDismissed)
    #expect(calls.all == ["dismissed"])
  }

  @Test func `Dismissal cancels the feature's effects`() async {
    struct Feature: Reducer {
      @Dependency(\.dismiss) var dismiss
      func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        guard action == 1 else { return .run { _ in try await Task.never() } }
        return .run { send in
          await dismiss()
          await send(2)
        }
      }
    }
    let store = TestStore(initialState: 0) { Feature() }
    await store.send(0)
    await store.send(1)
    #expect(store.isDismissed)
    await store.finish()
  }

  @Test func `A feature in a test is presented`() async {
    struct Feature: Reducer {
      @Dependency(\.isPresented) var isPresented
      func reduce(into state: inout Bool, action: Int) -> Effect<Int> {
        state = isPresented
        return .none
      }
    }
    await TestStore(initialState: false) { Feature() }.send(0) { $0 = true }
  }

  @Test func `The task of a send finishes with its effects`() async {
    let clock = TestClock()
    let store = factsStore {
      try await clock.sleep(for: .seconds(1))
      return "\($0)"
    }
    let task = await store.send(.ask)
    #expect(!task.isCancelled)
    let issues = await issues { await task.finish() }
    #expect(issues.count == 1)
    #expect(issues[0].message.hasPrefix("Expected task to finish, but it is still in-flight: …"))
    await task.cancel()
    #expect(task.isCancelled)
    await task.finish()
    await store.finish()
  }
}

private enum Name: DependencyKey {
  static let liveValue = "live"
}
