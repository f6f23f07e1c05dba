import Testing

@testable import Composable

/// A feature that presents and pushes features of its own kind.
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
  /// This action of the child that is presented.
  fileprivate var inChild: Self { .child(.presented(self)) }

  /// This action of an element of the stack.
  fileprivate func at(_ id: StackElementID) -> Self { .path(.element(id: id, action: self)) }
}

/// Features that are presented by elements of a stack, and push and present in turn.
@Suite struct NestingTests {
  /// An element that presents a feature that has pushed one that presents another; all at work.
  private func deep() -> StoreHarness<Nest.State, Nest.Action> {
    let drive = StoreHarness<Nest.State, Nest.Action>(Nest.State()) { Nest() }
    for action: Nest.Action in [
      .push, .present.at(0), .push.inChild.at(0), .present.at(1).inChild.at(0),
      .work.at(0), .work.inChild.at(0), .work.at(1).inChild.at(0),
      .work.inChild.at(1).inChild.at(0),
    ] {
      drive.send(action)
    }
    return drive
  }

  @Test func `In each of them the feature is presented, and in the root it is not`() {
    let drive = deep()
    for action: Nest.Action in [.ask, .ask.at(0), .ask.inChild.at(1).inChild.at(0)] {
      drive.send(action)
    }
    let state = drive.core.state
    #expect(!state.isToldOfItself)
    #expect(state.path[id: 0]?.isToldOfItself == true)
    #expect(state.path[id: 0]?.child?.path[id: 1]?.child?.isToldOfItself == true)
    #expect(state.path[id: 0]?.child?.isToldOfItself == false)
  }

  @Test func `The innermost dismisses itself alone, with its effects alone`() {
    let drive = deep()
    drive.send(.close.inChild.at(1).inChild.at(0))
    #expect(drive.core.state.path[id: 0]?.child?.path[id: 1]?.child == nil)
    #expect(drive.core.state.path[id: 0]?.child?.path.ids == [1])
    #expect(drive.core.effects.map(\.id) == [1, 2, 3])
  }

  @Test func `A pushed one within a presented one pops itself with what it presents`() {
    let drive = deep()
    drive.send(.close.at(1).inChild.at(0))
    #expect(drive.core.state.path[id: 0]?.child?.path.ids == [])
    #expect(drive.core.effects.map(\.id) == [1, 2])
  }

  @Test func `A presented one within an element takes along what it has pushed`() {
    let drive = deep()
    drive.send(.child(.dismiss).at(0))
    #expect(drive.core.state.path[id: 0]?.child == nil)
    #expect(drive.core.state.path.ids == [0])
    #expect(drive.core.effects.map(\.id) == [1])
  }

  @Test func `A pop of the element ends all, however deep`() {
    let drive = deep()
    drive.send(.path(.popFrom(id: 0)))
    #expect(drive.core.effects.isEmpty)
    #expect(drive.core.cancellables.isEmpty)
  }
}
