import Testing

@testable import Composable

private struct Child: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
  }
  enum Action: Equatable { case up, wait, double }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up: state.count += 1
    case .double: return .concatenate(.send(.up), .send(.up))
    case .wait:
      return .run { send in
        try await Task.never()
      }.cancellable(id: "wait")
    }
    return .none
  }
}

private struct Parent: Reducer {
  struct State: Equatable {
    var child: Child.State?
    var log: [Int?] = []
  }
  enum Action: CasePathable, Equatable {
    case child(Child.Action)
    case show(Int?)
    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Child.Action> { AnyCasePath(Action.child) }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.log.append(state.child?.count)
      switch action {
      case .child: break
      case .show(let id): state.child = id.map { Child.State(id: $0) }
      }
      return .none
    }
    .ifLet(\.child, action: \.child) { Child() }
  }
}

private enum Screen: CasePathable, Equatable {
  case one(Child.State)
  case two(Child.State)
  case none

  struct AllCasePaths: Sendable {
    var one: AnyCasePath<Screen, Child.State> { AnyCasePath(Screen.one) }
    var two: AnyCasePath<Screen, Child.State> { AnyCasePath(Screen.two) }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private struct Screens: Reducer {
  typealias State = Screen
  enum Action: CasePathable, Equatable {
    case one(Child.Action)
    case two(Child.Action)
    case show(Screen)
    struct AllCasePaths: Sendable {
      var one: AnyCasePath<Action, Child.Action> { AnyCasePath(Action.one) }
      var two: AnyCasePath<Action, Child.Action> { AnyCasePath(Action.two) }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .show(let screen) = action { state = screen }
      return .none
    }
    .ifCaseLet(\.one, action: \.one) { Child() }
    .ifCaseLet(/State.two, action: /Action.two) { Child() }
  }
}

@Suite struct IfLetTests {
  private func harness(_ child: Child.State?) -> StoreHarness<Parent.State, Parent.Action> {
    StoreHarness(Parent.State(child: child)) { Parent() }
  }

  @Test func `A child in an optional runs before its parent, and its effects send its actions`() {
    let harness = harness(Child.State(id: 1))
    harness.send(.child(.up))
    harness.send(.child(.double))
    #expect(harness.core.state.child?.count == 3)
    #expect(harness.core.state.log == [1, 1, 2, 3])
    #expect(harness.actions.suffix(2) == [.child(.up), .child(.up)])
  }

  @Test func `An action for a child that is nil is an issue at the operator`() {
    let harness = harness(nil)
    let issues = issues { harness.send(.child(.up)) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("when child state was \"nil\"") == true)
    #expect(issues.first?.message.contains("Parent.Action.child(.up)") == true)
    #expect(issues.first?.file == "ComposableTests/IfLetTests.swift")
    #expect(issues.first?.line == 48)
    // The parent still receives the action.
    #expect(harness.core.state.log.count == 1)
  }

  @Test func `A child's effects are cancelled when its state becomes nil`() {
    let harness = harness(Child.State(id: 1))
    harness.send(.child(.wait))
    #expect(harness.core.effects.count == 1)
    harness.send(.show(nil))
    #expect(harness.core.effects.isEmpty)
    #expect(harness.events == ["started 1", "cancelled 1"])
  }

  @Test func `A child's effects are cancelled when another child replaces it`() {
    let harness = harness(Child.State(id: 1))
    harness.send(.child(.wait))
    harness.send(.child(.up))
    harness.send(.show(1))
    #expect(harness.core.effects.count == 1)
    harness.send(.show(2))
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `An alert in an optional is dismissed by each of its actions`() {
    let harness = StoreHarness<AlertState<Int>?, Int>(AlertState { TextState("Delete?") }) {
      Reduce { _, _ in .none }
        .ifLet(\.self, action: AnyCasePath())
    }
    harness.send(1)
    #expect(harness.core.state == nil)
  }

  @Test func `Older case paths are supported`() {
    let harness = StoreHarness<Parent.State, Parent.Action>(Parent.State(child: Child.State(id: 1)))
    {
      EmptyReducer().ifLet(\.child, action: /Parent.Action.child) { Child() }
    }
    harness.send(.child(.up))
    #expect(harness.core.state.child?.count == 1)
  }
}

@Suite struct IfCaseLetTests {
  @Test func `A child in a case runs on its case only`() {
    let harness = StoreHarness<Screen, Screens.Action>(.one(Child.State(id: 1))) { Screens() }
    harness.send(.one(.double))
    #expect(harness.core.state == .one(Child.State(id: 1, count: 2)))
    harness.send(.show(.two(Child.State(id: 1))))
    harness.send(.two(.up))
    #expect(harness.core.state == .two(Child.State(id: 1, count: 1)))
  }

  @Test func `An action for a case that the state is not in is an issue at the operator`() {
    let harness = StoreHarness<Screen, Screens.Action>(.none) { Screens() }
    let issues = issues { harness.send(.one(.up)) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("was set to a different case") == true)
    #expect(issues.first?.line == 82)
    #expect(harness.core.state == .none)
  }

  @Test(arguments: [Screen.none, .two(Child.State(id: 1)), .one(Child.State(id: 2))])
  fileprivate func `A child's effects are cancelled when the state leaves its case`(
    next: Screen
  ) {
    let harness = StoreHarness<Screen, Screens.Action>(.one(Child.State(id: 1))) { Screens() }
    harness.send(.one(.wait))
    harness.send(.show(.one(Child.State(id: 1, count: 7))))
    #expect(harness.core.effects.count == 1)
    harness.send(.show(next))
    #expect(harness.core.effects.isEmpty)
  }
}
