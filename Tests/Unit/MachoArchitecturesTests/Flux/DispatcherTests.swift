import Dispatch
import MachoArchitectures
import Testing

@Suite struct DispatcherTests {
  @Test func `callbacks receive each action in the order of registration`() {
    let dispatcher = Dispatcher<Int>()
    let log = Log<String>()
    let first = dispatcher.register { log.record("a\($0)") }
    let second = dispatcher.register { log.record("b\($0)") }
    dispatcher.dispatch(1)
    dispatcher.unregister(first)
    dispatcher.dispatch(2)
    dispatcher.unregister(second)
    dispatcher.dispatch(3)
    #expect(log.entries == ["a1", "b1", "b2"])
  }

  @Test func `a nested dispatch is reported and dropped`() {
    let dispatcher = Dispatcher<Int>()
    let log = Log<Int>()
    _ = dispatcher.register { [unowned dispatcher] action in
      log.record(action)
      if action == 1 { dispatcher.dispatch(2) }
    }
    let reported = issues { dispatcher.dispatch(1) }
    #expect(reported.count == 1)
    #expect(reported.first?.hasPrefix("2 was dispatched during a dispatch") == true)
    dispatcher.dispatch(3)
    #expect(log.entries == [1, 3])
  }

  @Test func `a callback may dispatch to another dispatcher`() {
    let (one, other) = (Dispatcher<Int>(), Dispatcher<Int>())
    let log = Log<Int>()
    _ = one.register { other.dispatch($0 + 1) }
    _ = other.register { log.record($0) }
    #expect(issues { one.dispatch(1) }.isEmpty)
    #expect(log.entries == [2])
  }

  @Test func `waiting for a token calls its callback first, and once`() {
    let dispatcher = Dispatcher<Int>()
    let log = Log<String>()
    let tokens = Log<DispatchToken>()
    _ = dispatcher.register { [unowned dispatcher] _ in
      dispatcher.waitFor(tokens.entries)
      log.record("first")
    }
    tokens.record(dispatcher.register { _ in log.record("second") })
    tokens.record(dispatcher.register { _ in log.record("third") })
    #expect(issues { dispatcher.dispatch(1) }.isEmpty)
    #expect(log.entries == ["second", "third", "first"])
  }

  @Test func `callbacks that wait for each other are reported`() {
    let dispatcher = Dispatcher<Int>()
    let tokens = Log<DispatchToken>()
    let log = Log<String>()
    tokens.record(
      dispatcher.register { [unowned dispatcher] _ in
        dispatcher.waitFor([tokens.entries[1]])
        log.record("first")
      })
    tokens.record(
      dispatcher.register { [unowned dispatcher] _ in
        dispatcher.waitFor([tokens.entries[0]])
        log.record("second")
      })
    #expect(
      issues { dispatcher.dispatch(1) } == ["Two callbacks of a dispatcher wait for each other."])
    #expect(log.entries == ["second", "first"])
  }

  @Test func `waiting outside of a dispatch or for an unknown token is reported`() {
    let dispatcher = Dispatcher<Int>()
    let token = dispatcher.register { _ in }
    #expect(issues { dispatcher.waitFor([token]) }.count == 1)
    dispatcher.unregister(token)
    _ = dispatcher.register { [unowned dispatcher] _ in dispatcher.waitFor([token]) }
    #expect(
      issues { dispatcher.dispatch(1) } == ["'waitFor' was given a token that is not registered."])
  }

  @Test func `a callback unregistered by another one is not called any more`() {
    let dispatcher = Dispatcher<Int>()
    let tokens = Log<DispatchToken>()
    let log = Log<Int>()
    _ = dispatcher.register { [unowned dispatcher] _ in dispatcher.unregister(tokens.entries[0]) }
    tokens.record(dispatcher.register { log.record($0) })
    dispatcher.dispatch(1)
    #expect(log.entries.isEmpty)
  }

  @Test func `concurrent dispatches neither lose nor interleave actions`() {
    let dispatcher = Dispatcher<Int>()
    let store = FluxStore<[Int], Int>([], dispatcher: dispatcher) { $0.append($1) }
    let reported = issues {
      DispatchQueue.concurrentPerform(iterations: 200) { dispatcher.dispatch($0) }
    }
    #expect(reported.isEmpty)
    #expect(store.state.sorted() == Array(0..<200))
  }
}
