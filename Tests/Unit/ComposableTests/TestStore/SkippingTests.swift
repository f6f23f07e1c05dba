import Composable
import Foundation
import Testing
import XCTest

@MainActor
@Suite struct SkippingTests {
  @Test func `A skipped effect continues, and its actions must be received`() async {
    let clock = TestClock()
    let store = TestStore(initialState: 0) {
      Reduce<Int, String> { state, action in
        if action == "woke" { state += 1 }
        guard action == "sleep" else { return .none }
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send("woke")
        }
      }
    }
    store.exhaustivity = .off
    await store.send("sleep")
    await store.skipInFlightEffects()
    store.exhaustivity = .on
    await store.finish()
    await clock.advance(by: .seconds(1))
    await store.receive("woke") { $0 = 1 }
  }

  @Test func `A test need not wait for a skipped effect`() async {
    let issues = await issues {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, _ in .run { _ in try await Task.never() } }
      }
      await store.send(1)
      await store.withExhaustivity(.off) { await store.skipInFlightEffects() }
    }
    #expect(issues.isEmpty)
  }

  @Test func `In the closures of send and receive, the store has its state before`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .send(10) : .none
      }
    }
    await store.send(1) {
      #expect(store.state == 0)
      $0 = 1
    }
    await store.receive(10) {
      #expect(store.state == 1)
      $0 = 11
    }
    #expect(store.state == 11)
  }

  @Test func `A dismissed feature accepts no action`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += 1
        return .run { _ in
          @Dependency(\.dismiss) var dismiss
          await dismiss()
        }
      }
    }
    await store.send(1) { $0 = 1 }
    let issues = await issues { await store.send(1) }
    #expect(issues.map(\.message) == ["Can't send action to dismissed test store."])
    #expect(store.state == 1)
  }

  @Test func `Issues about stack elements name their IDs`() async {
    struct Action: Equatable {}
    let store = TestStore(initialState: StackParent.State()) { StackParent() }
    let issues = await issues { await store.send(.path(.popFrom(id: 7))) }
    #expect(issues.count == 1)
    #expect(issues[0].message.contains("StackParent.Action.path(.popFrom(id: #7))"))
    #expect(issues[0].message.contains("ID: #7"))
  }
}

private struct StackParent: Reducer {
  struct State: Equatable { var path = StackState<Int>() }
  enum Action: Equatable { case path(StackAction<Int, Int>) }

  var body: some ReducerOf<Self> {
    EmptyReducer<State, Action>().forEach(\.path, action: /Action.path) {
      EmptyReducer<Int, Int>()
    }
  }
}

/// XCTest for Linux cannot expect issues.
@MainActor
final class SkippingXCTests: XCTestCase {
  func testShowingSkippedAssertionsDoesNotFail() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .send(10) : .none
      }
    }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(1)
    await store.skipReceivedActions()
  }
}
