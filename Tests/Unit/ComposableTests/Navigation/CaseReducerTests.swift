import Testing

@testable import Composable

/// A feature enum as `@Reducer` generates it.
private enum Screen: CaseReducer {
  enum State: CaseReducerState, Equatable {
    typealias StateReducer = Screen
    case leaf(Leaf.State)
    case alert(AlertState<Branch.Choice>)
  }
  enum Action: Equatable {
    case leaf(Leaf.Action)
    case alert(Branch.Choice)
  }
  enum CaseScope { case none }

  static var body: some Reducer<State, Action> {
    Scope(state: /State.leaf, action: /Action.leaf) { Leaf() }
  }

  @MainActor static func scope(_ store: Store<State, Action>) -> CaseScope { .none }

  var body: some Reducer<State, Action> { Self.body }
}

private struct Feature: Reducer {
  struct State: Equatable {
    @PresentationState var screen: Screen.State?
    var path = StackState<Screen.State>()
  }
  enum Action: CasePathable {
    case screen(PresentationAction<Screen.Action>)
    case path(StackAction<Screen.State, Screen.Action>)

    struct AllCasePaths: Sendable {
      var screen: AnyCasePath<Action, PresentationAction<Screen.Action>> {
        AnyCasePath(Action.screen)
      }
      var path: AnyCasePath<Action, StackAction<Screen.State, Screen.Action>> {
        AnyCasePath(Action.path)
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .ifLet(\.$screen, action: \.screen)
      .forEach(\.path, action: \.path)
  }
}

@Suite struct CaseReducerTests {
  @Test func `A feature enum is presented and pushed without naming its reducer`() {
    var state = Feature.State(screen: .leaf(Leaf.State()))
    state.path[id: 0] = .leaf(Leaf.State())
    let harness = StoreHarness<Feature.State, Feature.Action>(state) { Feature() }
    harness.send(.screen(.presented(.leaf(.tap))))
    harness.send(.path(.element(id: 0, action: .leaf(.tap))))
    #expect(harness.core.state.screen == .leaf(Leaf.State(count: 1)))
    #expect(harness.core.state.path[id: 0] == .leaf(Leaf.State(count: 1)))
    harness.send(.path(.element(id: 0, action: .leaf(.close))))
    #expect(harness.core.state.path.isEmpty)
  }

  @Test func `An alert in a feature enum is dismissed after one of its actions`() {
    let harness = StoreHarness<Feature.State, Feature.Action>(
      Feature.State(screen: .alert(.confirmation))
    ) { Feature() }
    harness.send(.screen(.presented(.alert(.confirm))))
    #expect(harness.core.state.screen == nil)
  }
}
