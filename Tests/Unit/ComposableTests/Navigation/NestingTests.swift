import Testing

@testable import Composable

/// A recursive feature that presents and pushes features of its own type.
private struct Nest: Reducer {
  struct State: Equatable {
    @PresentationState var child: State?
    var path = StackState<State>()
    var isToldOfItself = false
  }
  indirect enum Action: Equatable {
    case work
    case close
    case ask
    case present
    case push
    case child(PresentationAction<Action>)
    case path(StackAction<State, Action>)
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .work: return .run { _ in try await Task.never() }
      case .close: return .run { _ in await dismiss() }
      case .ask: state.isToldOfItself = isPresented
      case .present: state.child = State()
      case .push: state.path.append(State())
      case .child, .path: break
      }
      return .none
    }
    .ifLet(\.$child, action: /Action.child) { Reduce(Nest()) }
    .forEach(\.path, action: /Action.path) { Reduce(Nest()) }
  }
}

extension Nest.Action {
  /// This action, sent to the presented child.
  fileprivate var inChild: Self { .child(.presented(self)) }

  /// This action, sent to an element of the stack.
  fileprivate func at(_ id: StackElementID) -> Self { .path(.element(id: id, action: self)) }
}

/// Tests of features presented by elements of stacks, which push and present in turn.
@Suite struct NestingTests {
  /// Returns an element that presents a feature with a pushed one that presents another. All have
  /// running effects.
  private func deep() -> StoreHarness<Nest.State, Nest.Action> {
    let harness = StoreHarness<Nest.State, Nest.Action>(Nest.State()) { Nest() }
    for action: Nest.Action in [
      .push, .present.at(0), .push.inChild.at(0), .present.at(1).inChild.at(0),
      .work.at(0), .work.inChild.at(0), .work.at(1).inChild.at(0),
      .work.inChild.at(1).inChild.at(0),
    ] {
      harness.send(action)
    }
    return harness
  }

  @Test func `Each nested feature is presented, and the root is not`() {
    let harness = deep()
    for action: Nest.Action in [.ask, .ask.at(0), .ask.inChild.at(1).inChild.at(0)] {
      harness.send(action)
    }
    let state = harness.core.state
    #expect(!state.isToldOfItself)
    #expect(state.path[id: 0]?.isToldOfItself == true)
    #expect(state.path[id: 0]?.child?.path[id: 1]?.child?.isToldOfItself == true)
    #expect(state.path[id: 0]?.child?.isToldOfItself == false)
  }

  @Test func `The innermost feature dismisses only itself, with its effects`() {
    let harness = deep()
    harness.send(.close.inChild.at(1).inChild.at(0))
    #expect(harness.core.state.path[id: 0]?.child?.path[id: 1]?.child == nil)
    #expect(harness.core.state.path[id: 0]?.child?.path.ids == [1])
    #expect(harness.core.effects.map(\.id) == [1, 2, 3])
  }

  @Test func `A pushed feature within a presented one pops itself with its children`() {
    let harness = deep()
    harness.send(.close.at(1).inChild.at(0))
    #expect(harness.core.state.path[id: 0]?.child?.path.ids == [])
    #expect(harness.core.effects.map(\.id) == [1, 2])
  }

  @Test func `A presented feature within an element is dismissed with its stack`() {
    let harness = deep()
    harness.send(.child(.dismiss).at(0))
    #expect(harness.core.state.path[id: 0]?.child == nil)
    #expect(harness.core.state.path.ids == [0])
    #expect(harness.core.effects.map(\.id) == [1])
  }

  @Test func `A pop of the element cancels all nested effects`() {
    let harness = deep()
    harness.send(.path(.popFrom(id: 0)))
    #expect(harness.core.effects.isEmpty)
    #expect(harness.core.cancellables.isEmpty)
  }
}
