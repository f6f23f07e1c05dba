import Testing

@testable import Composable

private enum Action: CasePathable {
  case sheet(PresentationAction<Sheet>)
  case path(StackAction<Int, Sheet>)

  struct AllCasePaths: Sendable {
    var sheet: AnyCasePath<Action, PresentationAction<Sheet>> { AnyCasePath(Action.sheet) }
    var path: AnyCasePath<Action, StackAction<Int, Sheet>> { AnyCasePath(Action.path) }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private enum Sheet: Equatable, CasePathable {
  case alert(String)
  case save

  struct AllCasePaths: Sendable {
    var alert: AnyCasePath<Sheet, String> { AnyCasePath(Sheet.alert) }
    var save: AnyCasePath<Sheet, Void> { AnyCasePath(Sheet.save) }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@Suite struct NavigationCasePathTests {
  private func value<Value>(_ path: CaseKeyPath<Action, Value>, of action: Action) -> Value? {
    action[case: path]
  }

  @Test func `A key path goes through a presented child, with or without 'presented'`() {
    let action = Action.sheet(.presented(.alert("a")))
    #expect(value(\.sheet.presented.alert, of: action) == "a")
    #expect(value(\.sheet.alert, of: action) == "a")
    #expect(action.is(\.sheet.presented))
    #expect(!action.is(\.sheet.dismiss))
    #expect(Action.sheet(.dismiss).is(\.sheet.dismiss))
    let made: Action = (\Action.Cases.sheet.alert)("b")
    #expect(made[case: \.sheet.presented] == .alert("b"))
  }

  @Test func `A case of a child's action is a presentation action too`() {
    let path: CaseKeyPath<Action, PresentationAction<String>> = \.sheet.alert
    #expect(Action.sheet(.presented(.alert("a")))[case: path] == .presented("a"))
    #expect(Action.sheet(.dismiss)[case: path] == .dismiss)
    #expect(Action.sheet(.presented(.save))[case: path] == nil)
    #expect(value(\.sheet.alert, of: path(.presented("b"))) == "b")
  }

  @Test func `A key path goes through an element of a stack by ID`() {
    let action = Action.path(.element(id: 1, action: .alert("a")))
    #expect(value(\.path[id: 1].alert, of: action) == "a")
    #expect(value(\.path[id: 0].alert, of: action) == nil)
    #expect(action[case: \.path.element]?.id == 1)
    #expect(Action.path(.popFrom(id: 2))[case: \.path.popFrom] == 2)
    #expect(Action.path(.push(id: 2, state: 5))[case: \.path.push]?.state == 5)
    let made: Action = (\Action.Cases.path[id: 4].save)()
    #expect(made[case: \.path.element]?.id == 4)
  }

  @Test func `Each case returns its own key path`() {
    #expect(PresentationAction<Sheet>.allCasePaths[.dismiss] == \.dismiss)
    #expect(PresentationAction<Sheet>.allCasePaths[.presented(.save)] == \.presented)
    #expect(Array(PresentationAction<Sheet>.allCasePaths).count == 2)
    #expect(StackAction<Int, Sheet>.allCasePaths[.popFrom(id: 0)] == \.popFrom)
    #expect(StackAction<Int, Sheet>.allCasePaths[.push(id: 0, state: 1)] == \.push)
    #expect(StackAction<Int, Sheet>.allCasePaths[.element(id: 0, action: .save)] == \.element)
    #expect(Array(StackAction<Int, Sheet>.allCasePaths).count == 3)
  }

  @Test func `The state of a case is read and modified in presented and pushed children`() {
    var sheet = PresentationState(wrappedValue: Sheet.alert("a"))
    sheet[case: \.alert]?.append("!")
    #expect(sheet.wrappedValue == .alert("a!"))
    #expect(sheet[case: /Sheet.alert] == "a!")
    var stack = StackState<Sheet>()
    stack[id: 0] = .alert("b")
    stack[id: 0, case: \.alert]?.append("!")
    stack[id: 0, case: /Sheet.alert]?.append("?")
    #expect(stack[id: 0, case: \.alert] == "b!?")
    stack[id: 0, case: \.alert] = nil
    #expect(stack.isEmpty)
  }

  @Test func `Modifying the payload of another case is an issue and changes nothing`() {
    var sheet = PresentationState(wrappedValue: Sheet.save)
    let found = issues { sheet[case: \.alert] = "a" }
    #expect(found.count == 1)
    #expect(found.first?.file == "ComposableTests/NavigationCasePathTests.swift")
    #expect(sheet.wrappedValue == .save)
    let chained = issues { sheet[case: \.alert]?.append("!") }
    #expect(chained.count == 1)
    #expect(sheet.wrappedValue == .save)
  }

  @Test func `An ifLet and a forEach take case key paths`() {
    struct Feature: Reducer {
      struct State: Equatable {
        @PresentationState var sheet: Int?
        var path = StackState<Int>()
      }
      var body: some Reducer<State, Action> {
        EmptyReducer()
          .ifLet(\.$sheet, action: \.sheet) { Count() }
          .forEach(\.path, action: \.path) { Count() }
      }
    }
    struct Count: Reducer {
      func reduce(into state: inout Int, action: Sheet) -> Effect<Sheet> {
        state += 1
        return .none
      }
    }
    var state = Feature.State(sheet: 1)
    state.path[id: 0] = 5
    let harness = StoreHarness<Feature.State, Action>(state) { Feature() }
    harness.send(.sheet(.presented(.save)))
    harness.send(.path(.element(id: 0, action: .save)))
    #expect(harness.core.state.sheet == 2)
    #expect(harness.core.state.path[id: 0] == 6)
  }
}
