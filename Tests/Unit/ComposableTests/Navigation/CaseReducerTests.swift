import Testing

@testable import Composable

/// A choice of features as `@Reducer` writes it of an enum.
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
  @Test func `A choice of features is presented and pushed without naming its reducer`() {
    var state = Feature.State(screen: .leaf(Leaf.State()))
    state.path[id: 0] = .leaf(Leaf.State())
    let drive = StoreHarness<Feature.State, Feature.Action>(state) { Feature() }
    drive.send(.screen(.presented(.leaf(.tap))))
    drive.send(.path(.element(id: 0, action: .leaf(.tap))))
    #expect(drive.core.state.screen == .leaf(Leaf.State(count: 1)))
    #expect(drive.core.state.path[id: 0] == .leaf(Leaf.State(count: 1)))
    drive.send(.path(.element(id: 0, action: .leaf(.close))))
    #expect(drive.core.state.path.isEmpty)
  }

  @Test func `An alert among the choices goes by itself after one of its actions`() {
    let drive = StoreHarness<Feature.State, Feature.Action>(
      Feature.State(screen: .alert(.confirmation))
    ) { Feature() }
    drive.send(.screen(.presented(.alert(.confirm))))
    #expect(drive.core.state.screen == nil)
  }
}
