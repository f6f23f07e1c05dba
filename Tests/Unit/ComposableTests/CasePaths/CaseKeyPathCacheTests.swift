import Testing

@testable import Composable

private struct Adder: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

private struct Counted: Reducer {
  typealias State = Int
  enum Action: CasePathable {
    case leaf(Int)
    struct AllCasePaths: Sendable {
      var leaf: AnyCasePath<Action, Int> { AnyCasePath(Action.leaf) }
    }
    /// One element for each evaluation of a key path.
    static let uses = Log<Void>()
    static var allCasePaths: AllCasePaths {
      uses.record(())
      return AllCasePaths()
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.self, action: \.leaf) { Adder() }
  }
}

private struct Pair<First, Second>: Reducer {
  struct State { var first = 0, second = 0 }
  enum Action: CasePathable {
    case left(Int)
    case right(Int)
    struct AllCasePaths: Sendable {
      var left: AnyCasePath<Action, Int> {
        AnyCasePath(
          embed: { .left($0) }, extract: { if case .left(let it) = $0 { it } else { nil } })
      }
      var right: AnyCasePath<Action, Int> {
        AnyCasePath(
          embed: { .right($0) }, extract: { if case .right(let it) = $0 { it } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.first, action: \.left) { Adder() }
    scope(\.right)
  }

  /// Uses one expression for all key paths that it is given.
  private func scope(_ path: CaseKeyPath<Action, Int>) -> some ReducerOf<Self> {
    Scope(state: \.second, action: path) { Adder() }
  }
}

private enum Choice: CasePathable {
  case one(Int)
  case two(Int)
  struct AllCasePaths: Sendable {
    var one: AnyCasePath<Choice, Int> { AnyCasePath(Choice.one) }
    var two: AnyCasePath<Choice, Int> { AnyCasePath(Choice.two) }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@Suite struct CaseKeyPathCacheTests {
  @Test func `A case key path in a body is evaluated once, however often the body is built`() {
    let harness = StoreHarness<Int, Counted.Action>(0) { Counted() }
    for _ in 0..<10 { harness.send(.leaf(1)) }
    #expect(harness.core.state == 10)
    #expect(Counted.Action.uses.all.count == 1)
  }

  @Test func `A case key path that is passed as a value is evaluated each time`() {
    var isOne = true
    let harness = StoreHarness<Int, Choice>(0) {
      Reduce<Int, Choice> { state, action in
        let path: CaseKeyPath<Choice, Int> = isOne ? \.one : \.two
        return Scope(state: \.self, action: path) { Adder() }.reduce(into: &state, action: action)
      }
    }
    harness.send(.one(1))
    harness.send(.two(10))
    isOne = false
    harness.send(.one(100))
    harness.send(.two(1_000))
    #expect(harness.core.state == 1_001)
  }

  @Test func `A case key path in a generic feature has that feature's types`() {
    func check<First, Second>(_ first: First.Type, _ second: Second.Type) {
      let harness = StoreHarness<Pair<First, Second>.State, Pair<First, Second>.Action>(.init()) {
        Pair<First, Second>()
      }
      for _ in 0..<3 {
        harness.send(.left(1))
        harness.send(.right(2))
      }
      #expect(harness.core.state.first == 3)
      #expect(harness.core.state.second == 6)
    }
    check(Int.self, String.self)
    check(String.self, Int.self)
    check([Int].self, Int.self)
  }
}
