import Composable
import Testing

/// A feature that changes shared values in its reducer and in its effects.
private struct Counter: Reducer {
  struct Stats: Equatable, Sendable { var total = 0 }

  struct State: Equatable {
    var taps = 0
    @Shared var stats: Stats
    @Shared(.inMemory("count")) var count = 0
  }

  enum Action: Equatable {
    case tap, tapTwice, effect, effectThenResponse, response, nothing, replaceCount
    case chain, sendChain, addOne, addTen
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tap:
      state.taps += 1
      state.$count.withLock { $0 += 1 }
      state.$stats.total.withLock { $0 += 10 }
    case .tapTwice:
      state.$count.withLock { $0 += 2 }
    case .effect:
      return .run { [count = state.$count] _ in count.withLock { $0 += 1 } }
    case .effectThenResponse:
      return .run { [count = state.$count] send in
        count.withLock { $0 = 5 }
        await send(.response)
      }
    case .response, .nothing: break
    case .chain:
      return .run { send in
        await send(.addOne)
        await send(.addTen)
      }
    case .sendChain: return .concatenate(.send(.addOne), .send(.addTen))
    case .addOne: state.$count.withLock { $0 += 1 }
    case .addTen: state.$count.withLock { $0 += 10 }
    case .replaceCount: state.$count.withLock { $0 = 0 }
    }
    return .none
  }
}

@MainActor
@Suite struct SharedTestStoreTests {
  private func makeStore() -> TestStoreOf<Counter> {
    TestStore(initialState: Counter.State(stats: Shared(value: Counter.Stats()))) { Counter() }
  }

  @Test func `A reducer's changes are asserted like state`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.tap) {
        $0.taps = 1
        $0.$count.withLock { $0 = 1 }
        $0.$stats.withLock { $0.total = 10 }
      }
      await store.send(.tapTwice) {
        #expect($0.count == 1)
        #expect(store.state.count == 1)
        $0.$count.withLock { $0 += 2 }
      }
      #expect(store.state.count == 3)
    }
    #expect(issues.isEmpty)
  }

  @Test func `An unasserted change of an action fails`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.tapTwice, line: 7)
    }
    #expect(
      issues.map(\.message) == [
        """
        State was not expected to change, but a change occurred: …

            \u{2007} Counter.State(
            \u{2007}   taps: 0,
            \u{2007}   stats: Counter.Stats(total: 0),
            −   count: 0
            +   count: 2
            \u{2007} )

            (Expected: −, Actual: +)
        """
      ])
    #expect(issues.map(\.line) == [7])
  }

  @Test func `A wrong expectation fails`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.tapTwice) { $0.$count.withLock { $0 = 1 } }
    }
    #expect(issues.count == 1)
    #expect(issues[0].message.hasPrefix("A state change does not match expectation"))
    #expect(issues[0].message.contains("−   count: 1"))
    #expect(issues[0].message.contains("+   count: 2"))
  }

  @Test func `An expected change that did not happen fails`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.nothing) { $0.$count.withLock { $0 = 1 } }
      await store.send(.nothing) { $0.$count.withLock { $0 = 0 } }
    }
    #expect(issues.count == 2)
    #expect(issues[0].message.hasPrefix("A state change does not match expectation"))
    #expect(issues[1].message.hasPrefix("Expected state to change, but no change occurred."))
  }

  @Test func `A change back to the value before needs no assertion`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.replaceCount)
      await store.send(.replaceCount) { $0.$count.withLock { $0 = 0 } }
    }
    #expect(issues.isEmpty)
  }

  @Test func `An effect's change is asserted without an action`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.effect)
      store.assert { $0.$count.withLock { $0 = 1 } }
    }
    #expect(issues.isEmpty)
  }

  @Test func `An effect that the test resumes makes its change before the assertion`() async {
    let issues = await issues {
      let (numbers, continuation) = AsyncStream<Int>.makeStream()
      let count = Shared(value: 0)
      let store = TestStore(initialState: count) {
        Reduce<Shared<Int>, Int> { state, _ in
          .run { [state] _ in for await number in numbers { state.withLock { $0 = number } } }
        }
      }
      let task = await store.send(0)
      continuation.yield(7)
      store.assert { $0.withLock { $0 = 7 } }
      await task.cancel()
    }
    #expect(issues.isEmpty)
  }

  @Test func `An effect's change belongs to the action received after it`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.effectThenResponse)
      await store.receive(.response) { $0.$count.withLock { $0 = 5 } }
    }
    #expect(issues.isEmpty)
  }

  // A script shows 1, then 11. Its exported test has these assertions: see chainsOfSharedChanges.swift
  // of the acceptance check Exported.
  @Test func `As upstream, the first action received asserts the changes of all`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.chain)
      await store.receive(.addOne) { $0.$count.withLock { $0 = 11 } }
      await store.receive(.addTen)
    }
    #expect(issues.isEmpty)
  }

  @Test func `As upstream, an action asserts the changes of its synchronous effects`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.sendChain) { $0.$count.withLock { $0 = 11 } }
      await store.receive(.addOne)
      await store.receive(.addTen)
    }
    #expect(issues.isEmpty)
  }

  @Test func `A change that a later action replaced cannot be asserted`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.chain)
      await store.receive(.addOne, assert: { $0.$count.withLock { $0 = 1 } }, line: 7)
      await store.receive(.addTen)
    }
    #expect(issues.map(\.line) == [7])
    #expect(issues.first?.message.contains("+   count: 11") == true)
  }

  @Test func `An unasserted change fails the test at its end`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.effect, line: 7)
    }
    #expect(
      issues.map(\.message) == [
        """
        Test store completed before asserting against changes to shared state: …

            \u{2007} Counter.State(
            \u{2007}   taps: 0,
            \u{2007}   stats: Counter.Stats(total: 0),
            −   count: 0
            +   count: 1
            \u{2007} )

            (Expected: −, Actual: +)

        Invoke "TestStore.assert" at the end of this test to assert against changes to shared state.
        """
      ])
    #expect(issues.map(\.line) == [7])
  }

  @Test func `An unasserted change fails finish, once`() async {
    let issues = await issues {
      let store = makeStore()
      await store.send(.effect)
      await store.finish(line: 9)
    }
    #expect(issues.map(\.line) == [9])
  }

  @Test func `Without exhaustivity, changes need no assertion`() async {
    let issues = await issues {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.tap)
      await store.send(.tapTwice) { $0.$count.withLock { $0 = 3 } }
      await store.send(.tapTwice) { $0.taps = 1 }
      await store.send(.effect)
    }
    #expect(issues.isEmpty)
  }

  @Test func `Without exhaustivity, a wrong expectation fails`() async {
    let issues = await issues {
      let store = makeStore()
      store.exhaustivity = .off
      await store.send(.tap) { $0.$count.withLock { $0 = 2 } }
    }
    #expect(issues.count == 1)
  }

  @Test func `A test prepares the values of its store and reads them afterwards`() async {
    @Shared(.inMemory("count")) var count = 5
    let store = makeStore()
    await store.send(.tapTwice) { $0.$count.withLock { $0 = 7 } }
    #expect(count == 7)
  }

  @Test func `A change by the test itself needs no assertion`() async {
    let issues = await issues {
      @Shared(.inMemory("count")) var count = 0
      let store = makeStore()
      $count.withLock { $0 = 3 }
      await store.send(.tapTwice) { $0.$count.withLock { $0 = 5 } }
    }
    #expect(issues.isEmpty)
  }

  @Test func `Printed changes contain those of shared values`() async {
    let log = LockIsolated<[String]>([])
    let store = Store(initialState: Counter.State(stats: Shared(value: Counter.Stats()))) {
      Counter()._printChanges(
        _ReducerPrinter { _, old, new in log.withValue { $0.append(diff(old, new) ?? "") } })
    }
    store.send(.tapTwice)
    #expect(
      log.value == [
        """
          Counter.State(
            taps: 0,
            _stats: Counter.Stats(total: 0),
        -   _count: 0
        +   _count: 2
          )
        """
      ])
  }

  @Test func `An effect observes a shared value`() async {
    @Shared(value: 0) var count
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { [count = $count] state, action in
        if action < 0 { return .publisher { count.publisher } }
        state.append(action)
        return .none
      }
    }
    let task = await store.send(-1)
    await store.receive(0) { $0 = [0] }
    $count.withLock { $0 = 5 }
    await store.receive(5) { $0 = [0, 5] }
    await task.cancel()
  }

  @Test func `A store is observed through shared values`() {
    let store = Store(initialState: Counter.State(stats: Shared(value: Counter.Stats()))) {
      Counter()
    }
    let isChanged = LockIsolated(false)
    withObservationTracking {
      _ = store.count
    } onChange: {
      isChanged.setValue(true)
    }
    @Shared(.inMemory("count")) var count = 0
    $count.withLock { $0 = 3 }
    #expect(isChanged.value)
    #expect(store.count == 3)
  }
}
