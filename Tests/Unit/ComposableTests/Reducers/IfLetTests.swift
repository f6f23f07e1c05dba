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
  private func drive(_ child: Child.State?) -> StoreHarness<Parent.State, Parent.Action> {
    StoreHarness(Parent.State(child: child)) { Parent() }
  }

  @Test func `A child in an optional runs before its parent, and its effects send its actions`() {
    let drive = drive(Child.State(id: 1))
    drive.send(.child(.up))
    drive.send(.child(.double))
    #expect(drive.core.state.child?.count == 3)
    #expect(drive.core.state.log == [1, 1, 2, 3])
    #expect(drive.actions.suffix(2) == [.child(.up), .child(.up)])
  }

  @Test func `An action for a child that is nil is an issue at the operator`() {
    let drive = drive(nil)
    let issues = issues { drive.send(.child(.up)) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("when child state was \"nil\"") == true)
    #expect(issues.first?.message.contains("Parent.Action.child(.up)") == true)
    #expect(issues.first?.file == "ComposableTests/IfLetTests.swift")
    #expect(issues.first?.line == 48)
    // The parent sees the action all the same.
    #expect(drive.core.state.log.count == 1)
  }

  @Test func `A child's effects are cancelled when its state becomes nil`() {
    let drive = drive(Child.State(id: 1))
    drive.send(.child(.wait))
    #expect(drive.core.effects.count == 1)
    drive.send(.show(nil))
    #expect(drive.core.effects.isEmpty)
    #expect(drive.events == ["started 1", "cancelled 1"])
  }

  @Test func `A child's effects are cancelled when another child takes its place`() {
    let drive = drive(Child.State(id: 1))
    drive.send(.child(.wait))
    drive.send(.child(.up))
    drive.send(.show(1))
    #expect(drive.core.effects.count == 1)
    drive.send(.show(2))
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `An alert in an optional goes when one of its actions comes`() {
    let drive = StoreHarness<AlertState<Int>?, Int>(AlertState { TextState("Delete?") }) {
      Reduce { _, _ in .none }
        .ifLet(\.self, action: AnyCasePath())
    }
    drive.send(1)
    #expect(drive.core.state == nil)
  }

  @Test func `Older case paths serve as well`() {
    let drive = StoreHarness<Parent.State, Parent.Action>(Parent.State(child: Child.State(id: 1))) {
      EmptyReducer().ifLet(\.child, action: /Parent.Action.child) { Child() }
    }
    drive.send(.child(.up))
    #expect(drive.core.state.child?.count == 1)
  }
}

@Suite struct IfCaseLetTests {
  @Test func `A child in a case runs on its case only`() {
    let drive = StoreHarness<Screen, Screens.Action>(.one(Child.State(id: 1))) { Screens() }
    drive.send(.one(.double))
    #expect(drive.core.state == .one(Child.State(id: 1, count: 2)))
    drive.send(.show(.two(Child.State(id: 1))))
    drive.send(.two(.up))
    #expect(drive.core.state == .two(Child.State(id: 1, count: 1)))
  }

  @Test func `An action for a case that the state is not in is an issue at the operator`() {
    let drive = StoreHarness<Screen, Screens.Action>(.none) { Screens() }
    let issues = issues { drive.send(.one(.up)) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("was set to a different case") == true)
    #expect(issues.first?.line == 82)
    #expect(drive.core.state == .none)
  }

  @Test(arguments: [Screen.none, .two(Child.State(id: 1)), .one(Child.State(id: 2))])
  fileprivate func `A child's effects are cancelled when the state leaves its case`(
    next: Screen
  ) {
    let drive = StoreHarness<Screen, Screens.Action>(.one(Child.State(id: 1))) { Screens() }
    drive.send(.one(.wait))
    drive.send(.show(.one(Child.State(id: 1, count: 7))))
    #expect(drive.core.effects.count == 1)
    drive.send(.show(next))
    #expect(drive.core.effects.isEmpty)
  }
}
