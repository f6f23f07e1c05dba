import Testing

@testable import Composable

private struct Counter: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case up, down }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: state.count += 1
      case .down: state.count -= 1
      }
      return .none
    }
  }
}

private struct Echo: Reducer {
  func reduce(into state: inout [String], action: String) -> Effect<String> {
    state.append(action)
    return action.hasSuffix("!") ? .none : .send(action + "!")
  }
}

private struct Parent: Reducer {
  struct State: Equatable {
    var counter = Counter.State()
    var tab = Tab.list([])
  }
  enum Tab: Equatable {
    case list([String])
    case none
  }
  enum Action: Equatable {
    case counter(Counter.Action)
    case tab(String)
    case close
  }

  static let counter = AnyCasePath<Action, Counter.Action>(
    embed: { .counter($0) },
    extract: { if case .counter(let action) = $0 { action } else { nil } })
  static let tab = AnyCasePath<Action, String>(
    embed: { .tab($0) },
    extract: { if case .tab(let action) = $0 { action } else { nil } })
  static let list = AnyCasePath<Tab, [String]>(
    embed: { .list($0) },
    extract: { if case .list(let list) = $0 { list } else { nil } })

  var body: some ReducerOf<Self> {
    Scope(state: \.counter, action: Self.counter) { Counter() }
    Scope(state: \.tab, action: Self.tab) {
      Scope(state: Self.list, action: AnyCasePath()) { Echo() }
    }
    Reduce { state, action in
      if action == .close { state.tab = .none }
      return .none
    }
  }
}

@Suite struct ReducerTests {
  @Test func `A feature with a body compiles without macros and counts`() {
    let harness = StoreHarness<Counter.State, Counter.Action>(Counter.State()) { Counter() }
    harness.send(.up)
    harness.send(.up)
    harness.send(.down)
    #expect(harness.core.state.count == 1)
  }

  @Test func `The reducers of a body run from the first to the last and their effects merge`() {
    let harness = StoreHarness<[String], Int>([]) {
      Reduce { state, action in
        state.append("a\(action)")
        return action == 0 ? .send(1) : .none
      }
      Reduce { state, action in
        state.append("b\(action)")
        return action == 0 ? .send(2) : .none
      }
      EmptyReducer()
    }
    harness.send(0)
    #expect(harness.core.state == ["a0", "b0", "a1", "b1", "a2", "b2"])
  }

  @Test(arguments: [true, false])
  func `A builder supports conditions, optionals and loops`(flag: Bool) {
    let append = { (text: String) in
      Reduce<[String], Int> { state, _ in
        state.append(text)
        return .none
      }
    }
    let harness = StoreHarness<[String], Int>([]) {
      if flag { append("if") }
      if flag { append("then") } else { append("else") }
      for index in 0..<2 { append("\(index)") }
      CombineReducers {
        append("x")
        append("y")
      }
      Reduce(append("erased"))
    }
    harness.send(0)
    let head = flag ? ["if", "then"] : ["else"]
    #expect(harness.core.state == head + ["0", "1", "x", "y", "erased"])
  }

  @Test func `Scope runs the child on its part of the state and maps its effects`() {
    let harness = StoreHarness<Parent.State, Parent.Action>(Parent.State()) { Parent() }
    harness.send(.counter(.up))
    harness.send(.tab("hello"))
    #expect(harness.core.state.counter.count == 1)
    #expect(harness.core.state.tab == .list(["hello", "hello!"]))
    #expect(harness.actions == [.counter(.up), .tab("hello"), .tab("hello!")])
  }

  @Test func `A child action while the state is in another case is an issue`() {
    let harness = StoreHarness<Parent.State, Parent.Action>(Parent.State()) { Parent() }
    harness.send(.close)
    let issues = issues {
      harness.send(.tab("late"))
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("set to a different case") == true)
    #expect(issues.first?.file == "ComposableTests/ReducerTests.swift")
    #expect(harness.core.state.tab == .none)
  }

  @Test func `A transition has both states, and an earlier state can be restored`() {
    let harness = StoreHarness<Counter.State, Counter.Action>(Counter.State()) { Counter() }
    harness.send(.up)
    harness.send(.up)
    #expect(harness.transitions.map(\.before.count) == [0, 1])
    #expect(harness.transitions.map(\.after.count) == [1, 2])
    harness.core.restore(harness.transitions[0].after)
    #expect(harness.core.state.count == 1)
  }
}
